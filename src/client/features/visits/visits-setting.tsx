import { roleMay } from '#shared/features/team/roles.rules.ts';
import { useState } from 'react';
import type { VisitSettingsView } from '#shared/features/visits/visits.schema.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { WeekHours } from '../../ui/day-hours.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { Unsaved } from '../../ui/unsaved.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { SettingsFor } from '../team/settings-for.tsx';
import { useVisitsForm, type VisitsFormState } from './use-visits-form.ts';
import { enabledText, isEnabled, USUAL_HOURS, visitsLine } from './visits-form.rules.ts';
import './visits.css';

type Part = { state: VisitsFormState };

/** When visits are possible in a week. */
function Hours({ state: { values, type, field, errors } }: Part) {
  return (
    <fieldset className="stack-s">
      <legend className="label">Hours for visits</legend>
      <p className="hint">In your company’s time zone.</p>
      <WeekHours values={values} type={type} field={field} errors={errors} usual={USUAL_HOURS} closed="No visits" />
      {errors['open.1'] && <FieldError>{errors['open.1']}</FieldError>}
    </fieldset>
  );
}

type NumberName = 'lengthMinutes' | 'stepMinutes' | 'travel' | 'noticeHours' | 'horizonDays' | 'maxPerDay';

interface NumberFieldProps extends Part {
  name: NumberName;
  label: string;
  unit: string;
  hint?: string;
}

const NumberField = ({ state, name, label, unit, hint }: NumberFieldProps) => (
  <Field label={label} error={state.errors[name]} hint={hint}>
    <Input {...state.field(name)} className="num" inputMode="numeric" autoComplete="off" maxLength={3} unit={unit} />
  </Field>
);

/** The time between two visits: reckoned from the addresses, or always the same. */
function Travel({ state }: Part) {
  const { values, change } = state;
  const auto = values.way === 'auto';
  return (
    <>
      <div className="field">
        <span className="label">Travel time</span>
        <Segmented
          label="Travel time"
          value={auto ? 'auto' : 'fixed'}
          onChange={(way) => change('way', way)}
          options={[
            { value: 'auto', label: 'From the addresses' },
            { value: 'fixed', label: 'Always the same' },
          ]}
        />
      </div>
      {!auto && <NumberField state={state} name="travel" label="Time between two visits" unit="minutes" />}
    </>
  );
}

function Rules({ state }: Part) {
  return (
    <>
      <Hours state={state} />
      <div className="visit-numbers">
        <NumberField state={state} name="lengthMinutes" label="Length of a visit" unit="minutes" />
        <NumberField state={state} name="stepMinutes" label="A visit can start every" unit="minutes" />
      </div>
      <Travel state={state} />
      <div className="visit-numbers">
        <NumberField
          state={state}
          name="noticeHours"
          label="Notice"
          unit="hours"
          hint="Homeowners can’t book, move or cancel later than this before the visit. You can."
        />
        <NumberField state={state} name="horizonDays" label="Bookable ahead" unit="days" />
        <NumberField state={state} name="maxPerDay" label="Most a day for each member" unit="visits" />
      </div>
    </>
  );
}

/** A member whose settings are shown. */
interface Member {
  userId: string;
  name: string;
}

/** Says whose settings apply to a member, and removes the member's own. */
function OwnNote({ member: { userId, name }, own }: { member: Member; own: boolean }) {
  const utils = trpc.useUtils();
  const remove = trpc.visits.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.visits.settings.setData({ userId }, saved);
      void utils.visits.slots.invalidate();
      toast.done(`The company’s settings apply to ${name}`);
    },
    onError: (error) => sayFailed('We couldn’t remove these settings', error),
  });
  return own ? (
    <div className="row flex-wrap">
      <p className="sm muted">{name} has their own settings.</p>
      <Button
        variant="quiet"
        working={remove.isPending}
        workingText="Removing..."
        onClick={() => remove.mutate({ userId, own: false })}
      >
        Use the company’s settings
      </Button>
    </div>
  ) : (
    <p className="sm muted">The company’s settings apply to {name} until you save others here.</p>
  );
}

function Editor({ stored, member }: { stored: VisitSettingsView; member: Member | undefined }) {
  const state = useVisitsForm(stored, member?.userId);
  const { values, change } = state;
  return (
    <form {...state.form} className="stack" aria-labelledby="visits-title">
      <FormProblem problem={state.failure} />
      {member && <OwnNote member={member} own={stored.own} />}
      {state.newer && <NewerNote what="These settings" onTake={state.discard} />}
      <Switch
        name="enabled"
        checked={isEnabled(values)}
        onChange={(event) => {
          change('enabled', enabledText(event.target.checked));
          if (event.target.checked) state.open();
        }}
        label={member ? `${member.name} takes visits` : 'Take bookings for visits'}
        hint={
          member
            ? undefined
            : 'Homeowners choose a free time on their estimate or your own page. You can book a visit on a lead.'
        }
      />
      <details className="visit-fold" open={state.opened}>
        {/* Opened by React alone, because the browser's own toggle could close it over an error. */}
        <summary
          onClick={(event) => {
            event.preventDefault();
            state.toggle();
          }}
        >
          <span className="visit-fold-name">Hours and rules</span>{' '}
          <span className="muted cut">{visitsLine(values)}</span>
        </summary>
        <div className="stack">
          <Rules state={state} />
        </div>
      </details>
      <div className="row flex-wrap">
        <Button
          type="submit"
          variant={state.dirty ? 'primary' : 'default'}
          working={state.working}
          workingText="Saving..."
        >
          Save visits
        </Button>
        {state.dirty && (
          <Button variant="quiet" onClick={state.discard}>
            Discard
          </Button>
        )}
      </div>
      <Unsaved dirty={state.dirty} what="the settings for visits" onDiscard={state.discard} />
      {stored.enabled && !member && (
        <p className="sm muted">
          To see your visits in your phone’s calendar,{' '}
          <Link to="/dashboard?tab=admin&section=account">copy your calendar’s address</Link>.
        </p>
      )}
    </form>
  );
}

/**
 * Whether visits can be booked, and when. Homeowners and members book only while it's on. In companies with several
 * members, each can have their own settings.
 */
export default function VisitsSetting() {
  const [chosen, choose] = useState('');
  // Viewers take no visits.
  const members = (trpc.team.list.useQuery(undefined, { staleTime: 60_000 }).data?.members ?? []).filter(({ role }) =>
    roleMay(role, 'work'),
  );
  const member = members.find(({ userId }) => userId === chosen);
  const settings = trpc.visits.settings.useQuery(member ? { userId: member.userId } : undefined);
  return (
    <section className="stack" aria-labelledby="visits-title">
      <h2 id="visits-title">Visits</h2>
      {members.length > 1 && (
        <Field label="Settings of">
          <Select value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">The company</option>
            {members.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {settings.data ? (
        <SettingsFor>
          <Editor key={member?.userId ?? ''} stored={settings.data} member={member} />
        </SettingsFor>
      ) : settings.isPending ? (
        <SkeletonRows rows={2} height={56} label="Loading visits" />
      ) : (
        <Banner action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
          <b>We couldn’t load the settings for visits.</b> {sentences(problemOf(settings.error).message)}
        </Banner>
      )}
    </section>
  );
}
