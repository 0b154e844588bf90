import { type ReactNode, useState } from 'react';
import '../payments/payments.css';

interface PlanFoldProps {
  /** Whether it's unfolded at first. */
  open: boolean;
  children: ReactNode;
}

/** The payment plan, out of sight until it's wanted. Folded, it has no fields, so that Enter moves past it. */
export function PlanFold({ open: first, children }: PlanFoldProps) {
  const [open, setOpen] = useState(first);
  return (
    <details className="pay-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Payment plan</summary>
      {open && children}
    </details>
  );
}
