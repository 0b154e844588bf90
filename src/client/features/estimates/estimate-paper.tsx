import { sentences } from '#shared/primitives/sentence.ts';
import { memo, type ReactNode } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { addOnLines, countedLines, isOneAmount, quantityInWords } from '#shared/features/pricing/line-view.ts';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import type { Language } from '#shared/primitives/language.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { FencePlan } from '../../ui/fence-plan.tsx';
import { FenceRun } from '../../ui/fence-run.tsx';
import { Dimension, Money } from '../../ui/figures.tsx';
import { initials } from '../dashboard/user-menu.tsx';
import { Customer, type CustomerView } from './customer.tsx';
import type { Reckoned } from './price-option.rules.ts';
import { TermsText } from './terms-field.tsx';
import { gatesText } from '../leads/lead-words.ts';

interface PaperChoiceProps {
  labels: readonly string[];
  /** The computed options. An option is undefined if it can't be priced. */
  reckoned: readonly (Reckoned | undefined)[];
  /** The index of the displayed option. */
  shown: number;
  onShow: (at: number) => void;
}

/** The options that the homeowner can choose from. */
export function PaperChoice({ labels, reckoned, shown, onShow }: PaperChoiceProps) {
  return (
    <section className="stack-s" aria-labelledby="est-choice">
      <h3 id="est-choice">Choose one of these options</h3>
      <div className="est-choice">
        {labels.map((label, at) => {
          const option = reckoned[at];
          return (
            <button key={at} type="button" aria-pressed={at === shown} onClick={() => onShow(at)}>
              <span className="grow wrap-anywhere">
                <b>{label}</b>
                <span className="muted block">
                  {option
                    ? `${formatFeet(option.perimeter)} of ${option.materialType}, ${gatesText(option.gateCount)}`
                    : 'No price yet'}
                </span>
              </span>
              {option && <Money cents={option.totalCents} />}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The sender as shown on the estimate. */
export type SenderView = Pick<CompanyView, 'name' | 'email' | 'phone' | 'address' | 'logoUrl'>;

interface EstimatePaperProps {
  company: SenderView;
  lead: CustomerView;
  /** Undefined if the typed values can't be priced. */
  estimate: Reckoned | undefined;
  /** Why the typed values can't be priced, if they're complete. */
  problem?: string | undefined;
  /** Calendar days in the company's zone, according to the server's clock. Undefined until loaded. */
  dates: { date: string; validUntil: string } | undefined;
  /** Set only in the preview, which also shows the number, customer, notes and terms as the homeowner will see them. */
  preview?: { notes: string; terms: string; language: Language } | undefined;
  /** The homeowner's drawing of the fence. It's shown only if its length matches the estimate's. */
  drawing: FenceDrawing | null;
  /** The control for choosing an option, if there are several. */
  choice?: ReactNode;
}

interface CompanyHeadProps {
  company: SenderView;
  /** The estimate's number. If it's set, it's shown with the company's email address. */
  number?: string;
  date: string | undefined;
}

function CompanyHead({ company, number, date }: CompanyHeadProps) {
  const phone = company.phone && formatPhone(company.phone);
  // The preview has the same lines as the customer below.
  const contact = (number ? [company.address, company.email, phone] : [phone, company.address]).filter(
    (one) => one !== null && one !== '',
  );
  return (
    <div className="row between items-start">
      <div className="row grow items-start">
        {company.logoUrl ? (
          <img className="est-logo" src={company.logoUrl} alt="" />
        ) : (
          <span className="est-mark" data-initials={initials(company.name)} />
        )}
        <div className="grow">
          <h3>{company.name}</h3>
          <p className={`sm muted est-contact ${number ? 'est-contact-lines' : ''}`}>
            {contact.length === 0 && 'No phone provided'}
            {contact.map((one) => (
              <span key={one}>{one}</span>
            ))}
          </p>
        </div>
      </div>
      <p className="sm muted num text-right">
        {number}
        {number && <br />}
        {date && formatCalendarDay(date)}
      </p>
    </div>
  );
}

/** A line. Memoized, because a key stroke changes few of an estimate's lines. */
const LineItem = memo(function LineItem({ label, quantity, unit, unitCents, totalCents }: LineItemProps) {
  return (
    <div>
      <dt className="wrap-anywhere">
        {label}{' '}
        {!isOneAmount({ quantity, unit }) && (
          <span className="muted num">
            {quantityInWords({ quantity, unit })} × {formatCents(unitCents)}
          </span>
        )}
      </dt>
      <dd>
        <Money cents={totalCents} />
      </dd>
    </div>
  );
});
type LineItemProps = Pick<EstimateLine, 'label' | 'quantity' | 'unit' | 'unitCents' | 'totalCents'>;

const shownOf = ({ label, quantity, unit, unitCents, totalCents }: EstimateLine): LineItemProps => ({
  label,
  quantity,
  unit,
  unitCents,
  totalCents,
});

/** The add-ons, which the total doesn't include until the homeowner chooses them. */
function AddOns({ lines }: { lines: readonly EstimateLine[] }) {
  const addOns = addOnLines(lines);
  if (addOns.length === 0) return null;
  return (
    <section aria-labelledby="est-add-ons">
      <h3 id="est-add-ons">Add-ons the homeowner can choose</h3>
      <dl className="sum">
        {addOns.map((line) => (
          <LineItem key={line.addOn} {...shownOf(line)} />
        ))}
      </dl>
    </section>
  );
}

const Lines = ({ estimate }: { estimate: Reckoned }) => (
  <dl className="sum">
    {countedLines(estimate.lines).map((line, index) => (
      <LineItem key={index} {...shownOf(line)} />
    ))}
    {estimate.offer && (
      <div>
        <dt>
          {discountWords(estimate.offer.discount)}{' '}
          <span className="muted">through {formatCalendarDay(estimate.offer.endsOn)}</span>
        </dt>
        <dd>
          −<Money cents={estimate.discountCents} />
        </dd>
      </div>
    )}
    {estimate.tax && (
      <div>
        <dt>{estimate.tax.label}</dt>
        <dd>
          <Money cents={estimate.tax.cents} />
        </dd>
      </div>
    )}
    <div className="total">
      <dt>Total</dt>
      <dd>
        <Money cents={estimate.totalCents} />
      </dd>
    </div>
    {/* Reserves the space until the deposit rules are loaded. */}
    <div className="est-deposit">
      <dt>{estimate.deposit && 'Deposit'}</dt>
      <dd>{estimate.deposit && <Money cents={estimate.deposit.cents} />}</dd>
    </div>
  </dl>
);

/** The right side of the dialog: the estimate as the homeowner will see it, computed with the server's functions. */
export function EstimatePaper({
  company,
  lead,
  estimate,
  problem,
  dates,
  preview,
  choice,
  drawing,
}: EstimatePaperProps) {
  return (
    <div className="stack est-stack">
      <CompanyHead company={company} date={dates?.date} {...(preview ? { number: 'PREVIEW' } : {})} />
      {preview && <Customer lead={lead} full />}
      {choice}
      {estimate ? (
        <>
          <div className="stack-s est-draw">
            <FenceRun
              perimeter={estimate.perimeter}
              gates={estimate.gateCount}
              material={estimate.materialType}
              width={460}
              height={104}
            />
            <Dimension>{formatFeet(estimate.perimeter)}</Dimension>
            {drawing && drawingMatches(estimate.perimeter, drawing) && <FencePlan drawing={drawing} />}
          </div>
          <Lines estimate={estimate} />
          <AddOns lines={estimate.lines} />
          {estimate.deposit && estimate.deposit.reason !== null && (
            <p className="sm muted">{sentences(estimate.deposit.reason)}</p>
          )}
        </>
      ) : (
        <p className="muted est-nothing">{sentences(problem ?? 'Enter length, gates and material to see the price')}</p>
      )}
      {preview?.notes.trim() && (
        <section>
          <h3>Additional notes</h3>
          <p className="whitespace-pre-line wrap-anywhere">{preview.notes.trim()}</p>
        </section>
      )}
      {preview && (
        <section className="est-preview-terms">
          <h3>Terms and conditions</h3>
          <TermsText text={preview.terms} deposit={estimate?.deposit?.words} language={preview.language} />
        </section>
      )}
      {/* Reserves the space until the dates are loaded. */}
      <p className="sm muted">
        {dates
          ? `Valid through ${formatCalendarDay(dates.validUntil)}. Changing your prices later won’t change this estimate.`
          : '\u00A0'}
      </p>
    </div>
  );
}
