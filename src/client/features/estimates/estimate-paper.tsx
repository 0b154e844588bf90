import { sentences } from '#shared/primitives/sentence.ts';
import type { ReactNode } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { Deposit } from '#shared/features/estimates/deposit.rules.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { FenceRun } from '../../ui/fence-run.tsx';
import { Dimension, Money } from '../../ui/figures.tsx';
import { initials } from '../dashboard/user-menu.tsx';
import { Customer, type CustomerView } from './customer.tsx';
import { TermsText } from './terms-field.tsx';
import { gatesText } from '../leads/lead-words.ts';

interface PaperChoiceProps {
  labels: readonly string[];
  /** By option; undefined where it can't be priced. */
  reckoned: readonly (Reckoned | undefined)[];
  /** The one that the paper shows. */
  shown: number;
  onShow: (at: number) => void;
}

/** The options as the homeowner chooses among them. */
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

/** An estimate calculated from what is typed. */
export interface Reckoned {
  perimeter: number;
  gateCount: number;
  materialType: string;
  lines: EstimateLine[];
  totalCents: number;
  /** With `words`, as the terms name it; undefined until the server has said what decides it. */
  deposit: (Deposit & { words: string }) | undefined;
}

/** The sender as the paper shows it. */
export type SenderView = Pick<CompanyView, 'name' | 'email' | 'phone' | 'address' | 'logoUrl'>;

interface EstimatePaperProps {
  company: SenderView;
  lead: CustomerView;
  /** Undefined while what is typed can't be priced. */
  estimate: Reckoned | undefined;
  /** Calendar days, by the company's zone and the server's clock; undefined until they are known. */
  dates: { date: string; validUntil: string } | undefined;
  /** Preview: number, customer, notes and terms as well, as the homeowner gets them. */
  preview?: { notes: string; terms: string } | undefined;
  /** What there is to choose, where there is more than one thing. */
  choice?: ReactNode;
}

interface CompanyHeadProps {
  company: SenderView;
  /** With it the address for mail is shown too. */
  number?: string;
  date: string | undefined;
}

function CompanyHead({ company, number, date }: CompanyHeadProps) {
  const contact = [company.phone && formatPhone(company.phone), number && company.email, company.address]
    .filter(Boolean)
    .join(', ');
  return (
    <div className="row between items-start">
      <div className="row grow">
        {company.logoUrl ? (
          <img className="est-logo" src={company.logoUrl} alt="" />
        ) : (
          <span className="est-mark" data-initials={initials(company.name)} />
        )}
        <div className="grow">
          <h3>{company.name}</h3>
          <p className="sm muted wrap-anywhere">{contact || 'No phone provided'}</p>
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

const Lines = ({ estimate }: { estimate: Reckoned }) => (
  <dl className="sum">
    {estimate.lines.map((line) => (
      <div key={line.label}>
        <dt>
          {line.label}{' '}
          <span className="muted num">
            {line.quantity} × {formatCents(line.unitCents)}
          </span>
        </dt>
        <dd>
          <Money cents={line.amountCents} />
        </dd>
      </div>
    ))}
    <div className="total">
      <dt>Total</dt>
      <dd>
        <Money cents={estimate.totalCents} />
      </dd>
    </div>
  </dl>
);

/** The right side: what the homeowner gets, by the same pure functions that the server uses. */
export function EstimatePaper({ company, lead, estimate, dates, preview, choice }: EstimatePaperProps) {
  return (
    <div className="stack est-stack">
      <CompanyHead company={company} date={dates?.date} {...(preview ? { number: 'PREVIEW' } : {})} />
      {preview && <Customer lead={lead} full />}
      {choice}
      {estimate ? (
        <>
          <div className="stack-s">
            <FenceRun
              perimeter={estimate.perimeter}
              gates={estimate.gateCount}
              material={estimate.materialType}
              width={460}
              height={104}
            />
            <Dimension>{formatFeet(estimate.perimeter)}</Dimension>
          </div>
          <Lines estimate={estimate} />
          <p className="sm muted min-h-[1lh]">
            {estimate.deposit && (
              <>
                Deposit <Money cents={estimate.deposit.cents} />
                {estimate.deposit.reason !== null && `. ${sentences(estimate.deposit.reason)}`}
              </>
            )}
          </p>
        </>
      ) : (
        <p className="muted est-nothing">Enter length, gates and material to see the price.</p>
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
          <TermsText text={preview.terms} deposit={estimate?.deposit?.words} />
        </section>
      )}
      {dates && (
        <p className="sm muted">
          Valid through {formatCalendarDay(dates.validUntil)}. Changing your prices later does not change this estimate.
        </p>
      )}
    </div>
  );
}
