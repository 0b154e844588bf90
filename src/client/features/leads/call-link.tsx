import type { ReactNode } from 'react';
import { useMay } from '../../lib/role.ts';
import { toast } from '../../ui/toast.ts';
import { useLeadsAddress } from './leads-address.ts';

/** How long the offer to log a call is shown, in ms. */
const OFFERED = 15_000;

/**
 * A link that calls a lead. A phone shows its own screen for the call, so when this page appears again, it offers to log
 * the call.
 */
export function CallLink({
  lead,
  className,
  children,
}: {
  lead: { id: string; name: string; phone: string };
  className?: string;
  children: ReactNode;
}) {
  const { openDialog } = useLeadsAddress();
  const { work } = useMay();
  const offer = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', offer);
    toast.done(`Called ${lead.name}?`, {
      lasts: OFFERED,
      action: { label: 'Log the call', onClick: () => openDialog(lead.id, 'call') },
    });
  };
  return (
    <a
      className={className}
      href={`tel:${lead.phone}`}
      onClick={work ? () => document.addEventListener('visibilitychange', offer) : undefined}
    >
      {children}
    </a>
  );
}
