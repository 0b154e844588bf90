import { ExternalLink } from 'lucide-react';
import type { InstantCondition, InstantSettings } from '#shared/features/instant/instant.schema.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { problemOf } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Unsaved } from '../../ui/unsaved.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { type Section, sectionAddress } from '../dashboard/tabs.ts';
import { isOn, materialsIn, switchText } from './instant-form.rules.ts';
import { type InstantFormState, useInstantForm } from './use-instant-form.ts';
import './instant.css';

const CONDITION: Record<InstantCondition, { words: string; section: Section }> = {
  email: { words: 'Confirm your company email', section: 'company' },
  payments: { words: 'Connect payments', section: 'payments' },
  terms: { words: 'Write your terms', section: 'terms' },
  postalAddress: { words: 'Add your postal address', section: 'company' },
};

/** What must be done before instant estimates can be turned on, or why none go out although they're on. */
function Missing({ missing, on }: { missing: readonly InstantCondition[]; on: boolean }) {
  if (missing.length === 0) return null;
  return (
    <Note>
      <b>{on ? 'No estimates are sent at once until this is done again:' : 'Do this before you turn it on:'}</b>
      <ul className="instant-missing">
        {missing.map((what) => (
          <li key={what}>
            <Link to={sectionAddress(CONDITION[what].section)}>{CONDITION[what].words}</Link>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Links to the very page that a homeowner gets, with a sample fence. */
function Preview() {
  // The address is valid for an hour.
  const preview = trpc.instant.preview.useQuery(undefined, { staleTime: 30 * MINUTE, retry: false });
  if (preview.error) return <p className="hint">{sentences(problemOf(preview.error).message)}</p>;
  const links = [
    { words: 'See the page a homeowner gets', lang: 'en' },
    { words: 'In Spanish', lang: 'es' },
  ] as const;
  return (
    <p className="row flex-wrap instant-preview">
      {links.map(({ words, lang }) => (
        <a
          key={lang}
          href={preview.data && `${preview.data.url}?lang=${lang}`}
          hrefLang={lang}
          target="_blank"
          rel="noopener"
        >
          {words} <ExternalLink className="i" aria-hidden />
        </a>
      ))}
    </p>
  );
}

type Part = { state: InstantFormState };

/** The materials that go out at once. None chosen means all. */
function Materials({ state: { values, change, errors } }: Part) {
  const { data } = trpc.pricing.get.useQuery();
  const chosen = materialsIn(values);
  const toggle = (id: string, on: boolean) =>
    change('materials', (on ? [...chosen, id] : chosen.filter((other) => other !== id)).join(' '));
  if (!data || data.materials.length < 2) return null;
  return (
    <fieldset className="stack-s">
      <legend className="label">Materials</legend>
      <p className="hint">Check none to include all of them.</p>
      <div className="instant-materials">
        {data.materials.map(({ id, name }) => (
          <label key={id} className="instant-material">
            <input
              type="checkbox"
              name={`material.${id}`}
              checked={chosen.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            <span className="wrap-anywhere">{name}</span>
          </label>
        ))}
      </div>
      {errors['materials'] && <FieldError>{errors['materials']}</FieldError>}
    </fieldset>
  );
}

function Bounds({ state }: Part) {
  const { values, change, field, errors } = state;
  return (
    <>
      <div className="instant-numbers">
        <Field label="Highest total" error={errors['maxTotal']}>
          <Input
            {...field('maxTotal')}
            className="num"
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            unit="$"
          />
        </Field>
        <Field label="Longest fence" error={errors['maxFeet']}>
          <Input
            {...field('maxFeet')}
            className="num"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            unit="ft"
          />
        </Field>
      </div>
      <Field label="ZIP codes" optional error={errors['zips']} hint="Leave it empty to use the ZIP codes you work in.">
        <Input {...field('zips')} inputMode="numeric" autoComplete="off" placeholder="83702, 83704" />
      </Field>
      <Materials state={state} />
      <Switch
        name="requireDrawing"
        checked={isOn(values.requireDrawing)}
        onChange={(event) => change('requireDrawing', switchText(event.target.checked))}
        label="Only for fences drawn on the map"
      />
      <Switch
        name="visitFirst"
        checked={isOn(values.visitFirst)}
        onChange={(event) => change('visitFirst', switchText(event.target.checked))}
        label="Only after a visit is booked"
      />
    </>
  );
}

function Editor({ stored, missing }: { stored: InstantSettings; missing: readonly InstantCondition[] }) {
  const state = useInstantForm(stored);
  const { values, change } = state;
  const turnsOn = isOn(values.enabled) && !stored.enabled;
  return (
    <form {...state.form} className="stack" aria-labelledby="instant-title">
      <FormProblem problem={state.failure} />
      {state.newer && <NewerNote what="These settings" onTake={state.discard} />}
      <Missing missing={missing} on={stored.enabled} />
      <Switch
        name="enabled"
        checked={isOn(values.enabled)}
        disabled={missing.length > 0 && !isOn(values.enabled)}
        onChange={(event) => change('enabled', switchText(event.target.checked))}
        label="Send estimates at once"
        hint="A request within these bounds gets your estimate in seconds, to sign and pay the deposit. Each one uses a quote. You confirm the measurements before work starts."
      />
      {(isOn(values.enabled) || stored.enabled) && (
        <>
          <Bounds state={state} />
          <Preview />
        </>
      )}
      <div className="row flex-wrap">
        {(isOn(values.enabled) || state.dirty) && (
          <Button
            type="submit"
            variant={state.dirty ? 'primary' : 'default'}
            working={state.working}
            workingText="Saving..."
          >
            {turnsOn ? 'Turn on instant estimates' : 'Save instant estimates'}
          </Button>
        )}
        {state.dirty && (
          <Button variant="quiet" onClick={state.discard}>
            Discard
          </Button>
        )}
      </div>
      <Unsaved dirty={state.dirty} what="the settings for instant estimates" onDiscard={state.discard} />
    </form>
  );
}

/** Whether requests within the company's bounds get an estimate at once, and which bounds these are. */
export function InstantCard() {
  const settings = trpc.instant.settings.useQuery();
  const missing = trpc.instant.missing.useQuery();
  const failed = settings.error ?? missing.error;
  return (
    <section className="card pad stack" aria-labelledby="instant-title">
      <h2 id="instant-title">Instant estimates</h2>
      {settings.data && missing.data ? (
        <Editor stored={settings.data} missing={missing.data} />
      ) : failed ? (
        <Banner
          action={<Button onClick={() => void Promise.all([settings.refetch(), missing.refetch()])}>Try again</Button>}
        >
          <b>We couldn’t load the settings for instant estimates.</b> {sentences(problemOf(failed).message)}
        </Banner>
      ) : (
        <SkeletonRows rows={2} height={56} label="Loading instant estimates" />
      )}
    </section>
  );
}
