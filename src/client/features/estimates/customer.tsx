import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { initials } from '../dashboard/user-menu.tsx';

export type CustomerView = Pick<LeadView, 'name' | 'email' | 'phone' | 'address'>;

/** The customer on the estimate. With `full`, includes the email and phone. */
export function Customer({ lead, full = false }: { lead: CustomerView; full?: boolean }) {
  return (
    <div className="row items-start">
      <span className="avatar est-avatar" data-initials={initials(lead.name)} />
      <div className="grow">
        <h3>{lead.name}</h3>
        <p className="sm muted wrap-anywhere">{lead.address ?? 'No address provided'}</p>
        {full && (
          <>
            <p className="sm muted wrap-anywhere">{lead.email ?? 'No email provided'}</p>
            <p className="sm muted">{lead.phone === null ? 'No phone provided' : formatPhone(lead.phone)}</p>
          </>
        )}
      </div>
    </div>
  );
}
