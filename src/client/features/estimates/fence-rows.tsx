import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { FieldError } from '../../ui/field.tsx';
import { type OptionForm, optionPath } from './estimate-options.rules.ts';
import { ExtraFields } from './extra-fields.tsx';
import { hasGateChoice, ROW_LIMITS, type RowList, runName } from './fence-form.rules.ts';
import { GateRow } from './gate-row.tsx';
import { LineRow } from './line-row.tsx';
import type { Reckoned } from './price-option.rules.ts';
import { errorsBelow, ListFull, RemovedNote, type RowActs } from './row-parts.tsx';
import { RunRow } from './run-row.tsx';
import type { EstimateFormState } from './use-estimate-form.ts';

interface FenceRowsProps {
  at: number;
  option: OptionForm;
  pricing: PricingView;
  state: EstimateFormState;
  acts: RowActs;
  /** The option's price. Undefined if it can't be priced. */
  reckoned: Reckoned | undefined;
}

/** Returns what the rows of a list cost, in their order. */
const centsOf = (reckoned: Reckoned | undefined, wanted: 'run' | 'line' | 'addOn'): number[] =>
  reckoned?.lines.flatMap(({ kind, totalCents }) => (kind === wanted ? [totalCents] : [])) ?? [];

/** An error of a list as a whole, the note on what was removed from it, and that it's full. */
function ListNotes({
  list,
  name,
  at,
  option,
  state,
}: Pick<FenceRowsProps, 'at' | 'option' | 'state'> & { list: RowList; name: string }) {
  const error = state.errors[optionPath(at, list)];
  return (
    <>
      {error && <FieldError>{error}</FieldError>}
      <RemovedNote state={state} list={list} at={at} />
      {option[list].length >= ROW_LIMITS[list] && <ListFull list={list}>{name}</ListFull>}
    </>
  );
}

/** An option's runs and gates. Empty for a plain fence. */
export function RunRows({ at, option, pricing, state, acts, reckoned }: FenceRowsProps) {
  const { runs, gates } = option;
  const cents = centsOf(reckoned, 'run');
  const choices = runs.map((run, row) => `${run.key} ${runName(run, row)}`).join('\n');
  const choosesKind = hasGateChoice(pricing.book.gateKinds, gates);
  const shared = (list: 'runs' | 'gates', row: number) => {
    const path = optionPath(at, list);
    return { row, count: option[list].length, path, errors: errorsBelow(state.errors, `${path}.${row}`), acts };
  };
  return (
    <>
      {runs.map((run, row) => (
        <RunRow key={run.key} value={run} {...shared('runs', row)} pricing={pricing} cents={cents[row]} />
      ))}
      <ListNotes list="runs" name="An estimate" at={at} option={option} state={state} />
      {gates.map((gate, row) => (
        <GateRow
          key={gate.key}
          value={gate}
          {...shared('gates', row)}
          pricing={pricing}
          choices={choices}
          choosesKind={choosesKind}
        />
      ))}
      <ListNotes list="gates" name="A fence" at={at} option={option} state={state} />
    </>
  );
}

/** What else an option has: removal, items, lines and add-ons. Empty for most fences. */
export function ExtraRows({ at, option, pricing, state, acts, reckoned }: FenceRowsProps) {
  const lists = [
    { list: 'lines', name: 'An estimate', cents: centsOf(reckoned, 'line') },
    { list: 'addOns', name: 'An estimate', cents: centsOf(reckoned, 'addOn') },
  ] as const;
  return (
    <>
      <ExtraFields at={at} option={option} pricing={pricing} errors={state.errors} acts={acts} />
      {lists.map(({ list, name, cents }) => {
        const path = optionPath(at, list);
        return (
          <div key={list} className="stack est-rows">
            {option[list].map((line, row) => (
              <LineRow
                key={line.key}
                list={list}
                value={line}
                row={row}
                count={option[list].length}
                path={path}
                errors={errorsBelow(state.errors, `${path}.${row}`)}
                acts={acts}
                cents={cents[row]}
              />
            ))}
            {list === 'addOns' && option.addOns.length > 0 && (
              <p className="sm muted">
                The homeowner chooses add-ons on the estimate. The total doesn’t include them yet.
              </p>
            )}
            <ListNotes list={list} name={name} at={at} option={option} state={state} />
          </div>
        );
      })}
    </>
  );
}
