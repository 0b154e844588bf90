import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { FENCE_LIMITS } from '#shared/features/pricing/fence-limits.ts';
import { formatFeet, formatNumber } from '#shared/primitives/feet.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { heightsOf, type RowPricing, type RunForm, runName, withMaterial } from './fence-form.rules.ts';
import { bindRow, isSameRow, RowHead, type RowProps } from './row-parts.tsx';

interface RunRowProps extends RowProps<'runs'> {
  pricing: RowPricing;
  /** What the run costs without its slope and hard digging. */
  cents: number | undefined;
}

const JOINS = [
  { value: 'corner', label: 'At a corner' },
  { value: 'inline', label: 'In a straight line' },
  { value: 'apart', label: 'Not at all' },
] as const;

/** Whether a run says more than its length, height and material. */
const hasDetails = ({ label, slope, hardDig, join, closed }: RunForm): boolean =>
  label !== '' || slope !== '' || hardDig || join !== 'corner' || closed;

/** A height to choose, if the book prices the material by height. */
export function HeightSelect({
  pricing,
  materialId,
  ...rest
}: { pricing: RowPricing; materialId: string } & Parameters<typeof Select>[0]) {
  const heights = heightsOf(pricing, materialId);
  const isPriced = rest.value === '' || heights.some((height) => String(height) === rest.value);
  return (
    <Select {...rest}>
      <option value="">Usual</option>
      {!isPriced && <option value={rest.value}>{formatFeet(Number(rest.value))}, no price</option>}
      {heights.map((height) => (
        <option key={height} value={String(height)}>
          {formatFeet(height)}
        </option>
      ))}
    </Select>
  );
}

/** The parts of a run that most fences don't need: its name, slope, hard digging, and how it meets the next run. */
function RunDetails(props: RunRowProps) {
  const { value, row, count, pricing, errors } = props;
  const { bind, set } = bindRow('runs', props);
  const { slope, hardDigPercent } = pricing.book;
  const isLast = row === count - 1;
  return (
    <div className="stack-s">
      <Field label="Name" optional error={errors['label']}>
        <Input {...bind('label')} maxLength={FENCE_LIMITS.label} autoComplete="off" placeholder="Back" />
      </Field>
      {(slope.moderatePercent > 0 || slope.steepPercent > 0) && (
        <div className="field">
          <span className="est-label">Slope</span>
          <Segmented
            label={`Slope of ${runName(value, row)}`}
            value={value.slope || 'none'}
            onChange={(to) => set('slope', { slope: to === 'none' ? '' : to })}
            options={[
              { value: 'none', label: 'None' },
              { value: 'moderate', label: `Moderate, ${formatNumber(slope.moderatePercent)}%` },
              { value: 'steep', label: `Steep, ${formatNumber(slope.steepPercent)}%` },
            ]}
          />
        </div>
      )}
      {hardDigPercent > 0 && (
        <Switch
          label={`Hard digging, ${formatNumber(hardDigPercent)}% more`}
          checked={value.hardDig}
          onChange={(event) => set('hardDig', { hardDig: event.target.checked })}
        />
      )}
      {count > 1 && !isLast && (
        <Field label="Meets the next run">
          <Select {...bind('join')}>
            {JOINS.map(({ value: join, label }) => (
              <option key={join} value={join}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {count > 1 && isLast && (
        <Switch
          label="Meets the first run"
          checked={value.closed}
          onChange={(event) => set('closed', { closed: event.target.checked })}
        />
      )}
    </div>
  );
}

/** One run: its length, its height where the book has heights, its material, and its details when they're wanted. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { value, row, count, pricing, cents, path, errors, acts } = props;
  const [open, setOpen] = useState(() => hasDetails(value));
  const id = useId();
  const { bind } = bindRow('runs', props);
  const name = runName(value, row);
  const material = bind('materialId');
  const changed = (materialId: string) =>
    acts.edit(`runs.${row}.materialId`, (option) => ({
      ...option,
      runs: option.runs.map((run, at) => (at === row ? withMaterial(run, materialId, pricing) : run)),
    }));
  return (
    <fieldset className="est-row stack-s">
      <legend className="sr-only">{name}</legend>
      <RowHead
        list="runs"
        row={row}
        count={count}
        name={name}
        cents={cents}
        acts={acts}
        focus="feet"
        removable={count > 1}
      />
      <div className="est-row-fields">
        <Field label="Length" className="est-short" error={errors['feet']}>
          <Input
            {...bind('feet')}
            className="num"
            inputMode="decimal"
            enterKeyHint="next"
            unit="ft"
            autoComplete="off"
          />
        </Field>
        {(heightsOf(pricing, value.materialId).length > 0 || errors['heightFt']) && (
          <Field label="Height" className="est-short" error={errors['heightFt']}>
            <HeightSelect {...bind('heightFt')} pricing={pricing} materialId={value.materialId} />
          </Field>
        )}
        <Field label="Material" className="est-long" error={errors['materialId']}>
          <Select {...material} onChange={(event) => changed(event.target.value)}>
            {value.materialId === '' && <option value="">Choose a material</option>}
            {pricing.materials.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button
        variant="quiet"
        className="justify-self-start est-fold"
        aria-expanded={open}
        aria-controls={`${id}-more`}
        icon={<ChevronDown className="i" aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Fewer details' : 'More details'}
        <span className="sr-only"> of {name}</span>
      </Button>
      <div id={`${id}-more`} hidden={!open}>
        {open && <RunDetails {...props} path={path} />}
      </div>
    </fieldset>
  );
}, isSameRow);
