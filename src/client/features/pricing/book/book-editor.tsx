import { Plus, X } from 'lucide-react';
import { type ComponentType, useId, useMemo } from 'react';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { Note } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { keepFocus } from '../../../ui/keep-focus.ts';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { FormProblem } from '../../auth/form-problem.tsx';
import { Corners, Ground, Minimum, Openings, Range, Removal, Rounding, SalesTax } from './amount-parts.tsx';
import { PART, type Part, PARTS, sampleBook } from './book-form.rules.ts';
import { BookFile } from './book-file.tsx';
import { Items, Zones } from './list-parts.tsx';
import { Gates, Heights } from './price-parts.tsx';
import { SampleYard } from './sample-yard.tsx';
import { type BookFormState, useBookForm } from './use-book-form.ts';
import './book.css';

interface PartProps {
  state: BookFormState;
  materials: PricingView['materials'];
}

const CONTENT: Record<Part, ComponentType<PartProps>> = {
  heights: Heights,
  gates: Gates,
  removal: Removal,
  ground: Ground,
  corners: Corners,
  items: Items,
  zones: Zones,
  minimum: Minimum,
  rounding: Rounding,
  tax: SalesTax,
  openings: Openings,
  range: Range,
};

/** One part of the price book, with a button that makes it neutral again. */
function BookPart({ part, ...rest }: PartProps & { part: Part }) {
  const title = useId();
  const Content = CONTENT[part];
  return (
    <section className="book-part" aria-labelledby={title}>
      <div className="row between">
        <h2 id={title}>{PART[part].title}</h2>
        <Button
          variant="quiet"
          icon={<X className="i" aria-hidden />}
          aria-label={`Remove ${PART[part].title}`}
          onMouseDown={keepFocus}
          onClick={() => rest.state.remove(part)}
        >
          Remove
        </Button>
      </div>
      <Content {...rest} />
    </section>
  );
}

/** What can be priced besides what the book already has. Each button opens its part of the form. */
function AddParts({ state, materials }: PartProps) {
  const rest = PARTS.filter((part) => !state.shown.includes(part));
  if (rest.length === 0) return null;
  return (
    <section className="stack-s" aria-labelledby="book-add-title">
      <h2 id="book-add-title">Add to your price book</h2>
      <ul className="book-add">
        {rest.map((part) => (
          <li key={part}>
            <button
              type="button"
              className="book-choice"
              onMouseDown={keepFocus}
              onClick={() => {
                state.add(part, materials);
                const field = FIRST_FIELD[part];
                if (field) state.focusNext(field);
              }}
            >
              <Plus className="i" aria-hidden />
              <span>
                <b>{PART[part].title}</b>
                <span className="hint">{PART[part].about}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The field that gets the focus when a part opens. */
const FIRST_FIELD: Partial<Record<Part, string>> = {
  heights: 'heights.0.heightFt',
  gates: 'gateKinds.1.priceCents',
  removal: 'removalPerFootCents',
  ground: 'slope.moderatePercent',
  corners: 'corners.cornerCents',
  items: 'items.0.label',
  zones: 'zones.0.zips',
  minimum: 'minimumCents',
  rounding: 'roundToCents',
  tax: 'tax.bps',
  openings: 'gateTakesWidth',
  range: 'range.percent',
};

/** Another window saved the book first. Nothing typed here is lost. */
function NewerBook({ state }: { state: BookFormState }) {
  return (
    <Note tone="pine">
      <div className="row between flex-wrap">
        <p className="grow" role="status">
          <b>The price book was changed in another window.</b> What you typed is still here. Use the saved book, or keep
          yours and save it over that change.
        </p>
        <Button onClick={state.reset}>Use the saved book</Button>
        <Button onClick={state.replaceNewer}>Keep mine</Button>
      </div>
    </Note>
  );
}

/** The price book: its parts that are set, what else can be added, and a sample yard that shows each change. */
export default function BookEditor({ pricing }: { pricing: PricingView }) {
  const id = useId();
  const state = useBookForm(pricing);
  const { materials } = pricing;
  const book = useMemo(() => sampleBook(state.values), [state.values]);
  const part = { state, materials };
  return (
    <div className="book">
      <form {...state.form} id={id} className="stack gap-6" aria-label="Price book">
        {state.isOld ? <NewerBook state={state} /> : <FormProblem problem={state.failure} />}
        {state.shown.length === 0 && (
          <p className="muted">
            Your estimates use the base cost, the materials and the gate price. Add what else you charge for. Until you
            do, nothing here changes a price.
          </p>
        )}
        {state.shown.map((one) => (
          <BookPart key={one} part={one} {...part} />
        ))}
        <AddParts {...part} />
        <BookFile dirty={state.dirty} />
      </form>
      <SampleYard pricing={pricing} book={book} />
      <SaveBar
        form={id}
        dirty={state.dirty}
        what="the price book"
        changed={state.changed.length > 3 ? [] : state.changed}
        label="Save price book"
        saving={state.working}
        onDiscard={state.reset}
      />
    </div>
  );
}
