import { type KeyboardEvent, useEffect, useState } from 'react';
import type { MaterialView } from '#shared/features/pricing/pricing.schema.ts';
import { SYSTEM_KEYS } from '#shared/features/take-off/system-keys.ts';
import { en } from '#shared/features/take-off/words/en.ts';
import { formatCents, parseDollars } from '#shared/primitives/cents.ts';
import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { NewerNote } from '../../ui/newer-note.tsx';
import { DiscardQuestion, Unsaved } from '../../ui/unsaved.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { FourSections } from './material-row.tsx';
import {
  materialFaults,
  type MaterialForm,
  materialFormOf,
  NEW_MATERIAL,
  priceText,
  settlePrice,
} from './pricing-form.rules.ts';
import { refusedFields, useSaveMaterial } from './use-save-pricing.ts';

const LABEL: Record<keyof MaterialForm, string> = {
  name: 'Name',
  premium: 'Premium',
  description: 'Description',
  system: 'Fence system',
};

/** Returns a material's own price per foot for its field, or '' if the premium is invalid. */
const ownPrice = (basePriceCents: number, premium: string): string => {
  const cents = parseDollars(premium);
  return cents === undefined ? '' : priceText(basePriceCents + cents);
};

const systemName = (key: string): string => {
  const known = SYSTEM_KEYS.find((each) => each === key);
  return known ? en.systems[known] : 'None';
};

interface MaterialEditorProps {
  /** The key under which this browser tab stores the typed values. */
  draftKey: string;
  /** Null for a new material. */
  material: MaterialView | null;
  /** The material's last values, if it was deleted in another window. */
  deleted?: MaterialView | undefined;
  basePriceCents: number;
  /** Whether the save button is the primary button. */
  primary: boolean;
  onClose: () => void;
}

/** Edits a material in its row. Escape and Cancel ask for confirmation before they discard typed values. */
export function MaterialEditor(props: MaterialEditorProps) {
  const { draftKey, material, deleted, basePriceCents, primary, onClose } = props;
  const known = material ?? deleted;
  const stored = known ? materialFormOf(known) : NEW_MATERIAL;
  const kept = useSettingsForm({ key: draftKey, stored });
  const [asking, setAsking] = useState(false);
  const close = () => {
    kept.reset();
    onClose();
  };
  const { save, call } = useSaveMaterial(material, close);
  const { values } = kept;
  const what = known ? known.name : 'the new material';
  const { form, field, errors, failure, working, change } = useForm({
    values,
    type: kept.type,
    rules: (typed) => materialFaults(typed, basePriceCents),
    settle: (typed) => ({ ...typed, premium: settlePrice(typed.premium) }),
    submit: save,
    call,
    refusals: (refused) => refusedFields(refused, stored),
  });
  const { ref } = form;
  useEffect(() => {
    ref.current?.querySelector('input')?.focus();
    // Scrolls the editor into view, including its buttons if they fit.
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref]);

  // The price is stored as a premium, so its text is only kept while it's typed.
  const [price, setPrice] = useState<string>();
  const typePrice = (text: string) => {
    setPrice(text);
    const cents = parseDollars(text);
    if (cents !== undefined) change('premium', priceText(cents - basePriceCents));
  };

  const cancel = () => (kept.dirty ? setAsking(true) : close());
  const bind = (name: keyof MaterialForm) => ({
    ...field(name),
    autoComplete: 'off',
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && cancel(),
  });
  return (
    <li className="material material-open">
      <FourSections material={values.name} />
      <form {...form} className="stack grow" aria-label={known ? `Edit ${known.name}` : 'New material'}>
        <FormProblem problem={failure} />
        {deleted && <Note tone="pine">{deleted.name} was deleted in another window. Saving adds it back.</Note>}
        {kept.newer.map((name) => (
          <NewerNote
            key={name}
            what={LABEL[name]}
            now={name === 'system' ? systemName(stored[name]) : stored[name]}
            onTake={() => kept.type({ [name]: stored[name] })}
          />
        ))}
        <Field label={LABEL.name} error={errors['name']}>
          <Input {...bind('name')} maxLength={120} />
        </Field>
        <div className="material-amounts">
          <Field label="Price" hint="What a foot of it costs">
            <Input
              value={price ?? ownPrice(basePriceCents, values.premium)}
              onChange={({ target }) => typePrice(target.value)}
              onBlur={() => setPrice(undefined)}
              onKeyDown={(event) => event.key === 'Escape' && cancel()}
              autoComplete="off"
              inputMode="decimal"
              className="num"
              unit="per ft"
            />
          </Field>
          {/* Doesn't ask for the numeric keyboard, because on phones it has no minus sign. */}
          <Field
            label={LABEL.premium}
            error={errors['premium']}
            hint={`Over the base cost of ${formatCents(basePriceCents)}. Negative if it’s cheaper`}
          >
            <Input {...bind('premium')} className="num" unit="per ft" />
          </Field>
        </div>
        <Field label={LABEL.description} optional error={errors['description']}>
          <Textarea {...bind('description')} rows={2} />
        </Field>
        <Field label={LABEL.system} hint="Lists of materials are counted with its rules" error={errors['system']}>
          <Select {...bind('system')}>
            <option value="">None</option>
            {SYSTEM_KEYS.map((key) => (
              <option key={key} value={key}>
                {en.systems[key]}
              </option>
            ))}
          </Select>
        </Field>
        <div className="row material-save">
          <Button
            type="submit"
            variant={primary ? 'primary' : 'default'}
            working={working}
            workingText="Saving..."
            onMouseDown={keepFocus}
          >
            {known && !deleted ? 'Save material' : 'Add material'}
          </Button>
          <Button variant="quiet" onMouseDown={keepFocus} onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
      <Unsaved dirty={kept.dirty} what={what} onDiscard={close} />
      <DiscardQuestion
        open={asking}
        what={what}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          close();
        }}
      />
    </li>
  );
}
