import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Button } from '../../ui/button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import type { OptionForm } from './estimate-options.rules.ts';
import { addGate, addItem, addLine, addRun, hasGateChoice, ROW_LIMITS } from './fence-form.rules.ts';
import type { RowActs } from './row-parts.tsx';

interface Addition {
  label: string;
  add: (option: OptionForm) => OptionForm;
  /** The field to focus then. */
  focus: string;
}

/** The option's whole length, for a line that's priced by the foot. Empty if a length isn't entered yet. */
const lengthIn = ({ runs, perimeter }: OptionForm): string => {
  if (runs.length === 0) return perimeter.trim();
  const sum = runs.reduce((feet, run) => feet + Number(run.feet), 0);
  return sum > 0 ? String(Math.round(sum * 100) / 100) : '';
};

/** Returns what else can be added to an option: only what the price book knows, and what isn't there yet. */
const additionsTo = (option: OptionForm, { book }: PricingView): Addition[] => {
  const { runs, gates, items, lines, addOns } = option;
  const { cornerCents, endCents } = book.corners;
  const kind = hasGateChoice(book.gateKinds, gates) ? 'kind' : runs.length > 1 ? 'run' : 'atFeet';
  // A plain estimate's gates become rows of their own too.
  const count = runs.length > 0 ? gates.length : Number(option.gateCount) || 0;
  const number = (field: 'removalFeet' | 'corners' | 'ends', label: string, isKnown: boolean): Addition[] =>
    isKnown && option[field] === null
      ? [{ label, add: (now) => ({ ...now, [field]: now[field] ?? '' }), focus: field }]
      : [];
  return [
    ...(count < ROW_LIMITS.gates ? [{ label: 'Gate', add: addGate, focus: `gates.${count}.${kind}` }] : []),
    ...number('removalFeet', 'Removal of the old fence', book.removalPerFootCents > 0),
    ...number('corners', 'Number of corners', runs.length > 0 && cornerCents > 0),
    ...number('ends', 'Number of ends', runs.length > 0 && endCents > 0),
    ...book.items
      .filter(({ id }) => !items.some(({ itemId }) => itemId === id))
      .map(({ id, label, cents, optional }) => ({
        label: optional ? `${label}, ${formatCents(cents)}` : `${label} (on every estimate)`,
        add: (now: OptionForm) => addItem(now, id),
        focus: `items.${items.length}.quantity`,
      })),
    ...(lines.length < ROW_LIMITS.lines
      ? [
          {
            label: 'Line of your own',
            add: (now: OptionForm) => addLine(now, 'lines'),
            focus: `lines.${lines.length}.label`,
          },
          {
            label: 'Line per foot',
            add: (now: OptionForm) => addLine(now, 'lines', lengthIn(now)),
            focus: `lines.${lines.length}.label`,
          },
        ]
      : []),
    ...(addOns.length < ROW_LIMITS.addOns
      ? [
          {
            label: 'Add-on for the homeowner',
            add: (now: OptionForm) => addLine(now, 'addOns'),
            focus: `addOns.${addOns.length}.label`,
          },
        ]
      : []),
  ];
};

interface AddButtonsProps {
  option: OptionForm;
  pricing: PricingView;
  acts: RowActs;
}

/** The buttons that add a run and, once they're wanted, everything else that can be priced. */
export function AddButtons({ option, pricing, acts }: AddButtonsProps) {
  const [open, setOpen] = useState(false);
  const { runs } = option;
  const plus = <Plus className="i" aria-hidden />;
  const nextRun = Math.max(1, runs.length);
  const first = runs.length === 0 && option.perimeter.trim() === '' ? 0 : nextRun;
  return (
    <div className="est-adds">
      {runs.length < ROW_LIMITS.runs && (
        <Button icon={plus} onMouseDown={keepFocus} onClick={() => acts.arrange(addRun, `runs.${first}.feet`)}>
          Add a run
        </Button>
      )}
      <Button
        icon={<ChevronDown className="i" aria-hidden />}
        className="est-fold"
        aria-expanded={open}
        onMouseDown={keepFocus}
        onClick={() => setOpen(!open)}
      >
        Add something else
      </Button>
      {open && (
        <div className="est-adds est-adds-more" role="group" aria-label="Add to the estimate">
          {additionsTo(option, pricing).map(({ label, add, focus }) => (
            <Button
              key={label}
              variant="quiet"
              icon={plus}
              onMouseDown={keepFocus}
              onClick={() => {
                setOpen(false);
                acts.arrange(add, focus);
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
