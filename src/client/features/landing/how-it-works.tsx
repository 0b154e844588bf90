import type { ReactNode } from 'react';
import { productName } from '../../lib/product.ts';
import { Dimension, Money } from '../../ui/figures.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const DEPOSIT_CENTS = 177_104;
const DAYS = [
  { label: 'Now', className: 'now' },
  { label: 'Day 1', className: 'day-1' },
  { label: 'Day 3', className: 'day-3' },
  { label: 'Day 7', className: 'last' },
] as const;

const NewLead = () => (
  <>
    <div className="row between">
      <p className="font-semibold">Marisol Vega</p>
      <StatusBadge status="new" />
    </div>
    <Dimension>184 ft</Dimension>
    <p className="sm muted">Vinyl, 1 gate. 7:42 AM, from your widget</p>
  </>
);

const Days = () => (
  <div className="l-days">
    {DAYS.map(({ label, className }) => (
      <div key={label} className={className}>
        <i />
        <b>{label}</b>
      </div>
    ))}
  </div>
);

const Deposit = () => (
  <div className="l-sum">
    <div>
      <span>Deposit, 50%</span>
      <Money cents={DEPOSIT_CENTS} className="font-semibold" />
    </div>
    <div>
      <span>Status</span>
      <StatusBadge status="paid" />
    </div>
  </div>
);

function Piece({ fragment, title, children }: { fragment: ReactNode; title: string; children: ReactNode }) {
  return (
    <div>
      <div className="card pad l-frag" aria-hidden="true">
        {fragment}
      </div>
      <h3>{title}</h3>
      <p className="muted">{children}</p>
    </div>
  );
}

/** Shows what the product does in three examples. */
export function HowItWorks() {
  return (
    <section className="l-sec l-w" id="how" aria-labelledby="how-title">
      <h2 id="how-title">What {productName} does while you’re on a job</h2>
      <div className="l-three">
        <Piece fragment={<NewLead />} title="Leads that already have a price">
          Your price per foot, your gates, your materials. No more driving out to hear “just looking.”
        </Piece>
        <Piece fragment={<Days />} title="Follow-ups that stop at the right time">
          Texts and emails on the days you choose, at reasonable hours, until the homeowner answers.
        </Piece>
        <Piece fragment={<Deposit />} title="The deposit, in your account">
          Homeowners sign on their phones and pay by card, straight to your own account.
        </Piece>
      </div>
    </section>
  );
}
