import { fenceRunSvg } from '#shared/features/estimates/fence-run.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { Document, Icon, ICONS, renderDocument } from './page-frame.tsx';

/** What the homeowner reads. Money in cents; days as text for people ('Dec 5, 2026'). */
export interface EstimatePageView {
  number: string;
  /** 'open': still to be answered. Expired and superseded ones can be read, and say why there is no yes any more. */
  state: 'open' | 'expired' | 'superseded' | 'answered';
  company: {
    name: string;
    email: string;
    phone: string | null;
    address: string | null;
    postalAddress: string | null;
    /** As it was when the estimate was sent; sides in pixels. */
    logo?: { hash: string; width: number; height: number } | null | undefined;
  };
  customer: { name: string; address: string | null };
  date: string;
  validUntil: string;
  totalCents: number;
  depositCents: number;
  lines: EstimateLine[];
  perimeter: number;
  gateCount: number;
  materialType: string;
  notes: string;
  terms: string;
  /** The contractor's own button on the plans that have it. */
  brand: { fill: string; label: string } | null;
}

/** The homeowner's estimate as a whole page of HTML: no script, nothing from elsewhere. */
export const renderEstimatePage = (view: EstimatePageView, nonce: string): string =>
  renderDocument(
    <Document title={`Your fence estimate from ${view.company.name}`} nonce={nonce} css={brandCss(view.brand)}>
      <a className="skip" href="#estimate">
        Skip to the estimate
      </a>
      <CompanyHead company={view.company} />
      <div className="ho">
        <main className="ho-main" id="estimate">
          <StateNote view={view} />
          <Headline view={view} />
          <Run view={view} />
          <Lines view={view} />
          {view.state === 'open' && <NextSteps view={view} />}
          <SmallPrint view={view} />
        </main>
        <Dock view={view} />
      </div>
      <Foot company={view.company} />
    </Document>,
  );

const HEX = /^#[0-9a-f]{6}$/;

const brandCss = (brand: EstimatePageView['brand']): string =>
  brand && HEX.test(brand.fill) && HEX.test(brand.label)
    ? `:root{--brand:${brand.fill};--brand-line:${brand.fill};--on-brand:${brand.label}}`
    : '';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();

const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

const mailOf = ({ company, number }: EstimatePageView): string =>
  `mailto:${encodeURIComponent(company.email).replace('%40', '@')}?subject=${encodeURIComponent(`Estimate ${number}`)}`;

function CompanyHead({ company }: { company: EstimatePageView['company'] }) {
  return (
    <header className="co">
      {company.logo ? (
        <img
          className="logo"
          src={`/logos/${company.logo.hash}.png`}
          width={company.logo.width}
          height={company.logo.height}
          alt=""
        />
      ) : (
        <span className="mark" aria-hidden="true">
          {initials(company.name)}
        </span>
      )}
      <div className="grow">
        <b>{company.name}</b>
        {company.address !== null && <p className="xs muted">{company.address}</p>}
      </div>
      {company.phone !== null && (
        <a className="btn" href={telOf(company.phone)} aria-label={`Call ${company.name}`}>
          <Icon d={ICONS.phone} /> Call
        </a>
      )}
    </header>
  );
}

function StateNote({ view }: { view: EstimatePageView }) {
  if (view.state === 'open' || view.state === 'answered') return null;
  const text =
    view.state === 'superseded'
      ? `This is an earlier version. ${view.company.name} has sent you a newer estimate, and only that one can be accepted. Look for their latest message.`
      : `This estimate was valid until ${view.validUntil}. Ask ${view.company.name} for a new one: prices may have changed.`;
  return (
    <p className="note">
      <Icon d={ICONS.clock} />
      <span>{text}</span>
    </p>
  );
}

function Headline({ view }: { view: EstimatePageView }) {
  const { customer } = view;
  return (
    <section className="stack">
      <p className="muted">
        Estimate for {customer.name}
        {customer.address !== null && `, ${customer.address}`}
      </p>
      <h1 className="hero-price num">{formatCents(view.totalCents)}</h1>
      <p className="muted">
        {view.state !== 'superseded' && (
          <>
            <span className="num">
              {view.state === 'expired' ? 'Was valid' : 'Valid'} until {view.validUntil}.
            </span>{' '}
          </>
        )}
        <span className="num">Sent {view.date}.</span> <span className="num">No. {view.number}</span>
      </p>
    </section>
  );
}

function Run({ view }: { view: EstimatePageView }) {
  const run = { perimeter: view.perimeter, gates: view.gateCount, material: view.materialType };
  const narrow = { __html: fenceRunSvg({ ...run, width: 358, height: 104 }) };
  const wide = { __html: fenceRunSvg({ ...run, width: 600, height: 130 }) };
  return (
    <section className="stack">
      <div className="phone" dangerouslySetInnerHTML={narrow} />
      <div className="desk" dangerouslySetInnerHTML={wide} />
      <div className="dim">{formatFeet(view.perimeter)}</div>
    </section>
  );
}

function Lines({ view }: { view: EstimatePageView }) {
  return (
    <section className="sum" aria-label="What it costs">
      {view.lines.map((line, index) => (
        <div key={line.label}>
          <span className="what">
            <b>{line.label}</b>
            <br />
            <span className="muted">
              {line.quantity} at {formatCents(line.unitCents)}
              {index === 0 && ' per foot'}
            </span>
          </span>
          <span className="num">{formatCents(line.amountCents)}</span>
        </div>
      ))}
      <div className="total">
        <span>Total</span>
        <span className="num">{formatCents(view.totalCents)}</span>
      </div>
    </section>
  );
}

function NextSteps({ view }: { view: EstimatePageView }) {
  const { company, totalCents, depositCents } = view;
  const balanceCents = totalCents - depositCents;
  return (
    <section className="stack">
      <h2>How it goes from here</h2>
      <ol className="line">
        <li>
          <strong>You say yes</strong> by phone or email, until {view.validUntil}
        </li>
        <li className="due">
          The deposit of <span className="num">{formatCents(depositCents)}</span> is due, and {company.name} sets the
          day with you
        </li>
        <li className="due">
          The balance of <span className="num">{formatCents(balanceCents)}</span> is due at completion
        </li>
      </ol>
    </section>
  );
}

function SmallPrint({ view }: { view: EstimatePageView }) {
  const parts = [
    { title: `What ${view.company.name} noted`, text: view.notes },
    { title: 'Terms and conditions', text: view.terms },
  ].filter(({ text }) => text.trim() !== '');
  if (parts.length === 0) return null;
  return (
    <section className="terms">
      {parts.map(({ title, text }) => (
        <details key={title} open>
          <summary>
            <h2>{title}</h2>
            <Icon d={ICONS.down} />
          </summary>
          <p>{text}</p>
        </details>
      ))}
    </section>
  );
}

/** The way to say yes: until signing and paying happen here, it is the contractor himself. */
function Dock({ view }: { view: EstimatePageView }) {
  const { company, state } = view;
  const deposit = formatCents(view.depositCents);
  return (
    <aside className="dock" aria-label={`Answer ${company.name}`}>
      {state === 'open' && (
        <div className="wide">
          <p className="muted">Deposit</p>
          <p className="deposit num">{deposit}</p>
          <p className="sm muted">Of {formatCents(view.totalCents)}. The balance is due at completion.</p>
        </div>
      )}
      <div className="row">
        {company.phone !== null && (
          <a className="btn btn-primary" href={telOf(company.phone)}>
            <Icon d={ICONS.phone} /> Call {formatPhone(company.phone)}
          </a>
        )}
        <a className={company.phone === null ? 'btn btn-primary' : 'btn'} href={mailOf(view)}>
          <Icon d={ICONS.mail} /> Email
        </a>
      </div>
      <p className="xs muted">
        {state === 'open'
          ? `To say yes, call ${company.name} or write to ${company.email}`
          : `Questions? Call ${company.name} or write to ${company.email}`}
      </p>
    </aside>
  );
}

function Foot({ company }: { company: EstimatePageView['company'] }) {
  return (
    <footer className="foot xs">
      {[company.name, company.postalAddress, company.phone && formatPhone(company.phone), company.email]
        .filter(Boolean)
        .join(' · ')}
    </footer>
  );
}
