import { memo } from 'react';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import type { RowPricing } from './fence-form.rules.ts';
import { bindRow, isSameRow, RowHead, type RowProps } from './row-parts.tsx';

interface GateRowProps extends RowProps<'gates'> {
  pricing: RowPricing;
  /** The runs that the gate can be on, a line for each: its key, a space and its name. One text compares fastest. */
  choices: string;
  /** Whether there's more than one kind of gate to choose from. */
  choosesKind: boolean;
}

/** One gate: its kind, its run, and where it begins on that run. */
export const GateRow = memo(function GateRow(props: GateRowProps) {
  const { value, row, count, pricing, choices, choosesKind, errors, acts } = props;
  const { bind } = bindRow('gates', props);
  const name = `Gate ${row + 1}`;
  const runs = choices.split('\n').map((choice) => {
    const end = choice.indexOf(' ');
    return { key: choice.slice(0, end), name: choice.slice(end + 1) };
  });
  const several = runs.length > 1;
  const kinds = pricing.book.gateKinds;
  return (
    <fieldset className="est-row stack-s">
      <legend className="sr-only">{name}</legend>
      <RowHead
        list="gates"
        row={row}
        count={count}
        name={name}
        acts={acts}
        focus={choosesKind ? 'kind' : several ? 'run' : 'atFeet'}
        ordered={false}
      />
      <div className="est-row-fields">
        {choosesKind && (
          <Field label="Kind" className="est-kind" error={errors['kind']}>
            <Select {...bind('kind')}>
              {!kinds.some(({ key }) => key === value.kind) && <option value={value.kind}>Choose a gate</option>}
              {kinds.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {several && (
          <Field label="On" className="est-mid" error={errors['run']}>
            <Select {...bind('run')}>
              <option value="">Not placed</option>
              {runs.map((run) => (
                <option key={run.key} value={run.key}>
                  {run.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label="Starts at" className="est-short" error={errors['atFeet']}>
          <Input
            {...bind('atFeet')}
            className="num"
            inputMode="decimal"
            enterKeyHint="next"
            unit="ft"
            autoComplete="off"
          />
        </Field>
      </div>
      {!several && errors['run'] && <FieldError>{errors['run']}</FieldError>}
      {!choosesKind && errors['kind'] && <FieldError>{errors['kind']}</FieldError>}
    </fieldset>
  );
}, isSameRow);
