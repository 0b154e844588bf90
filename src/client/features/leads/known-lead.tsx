import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { useLeadsAddress } from './leads-address.ts';

/** Whether the text could be a whole email address or phone number, so that the server is asked only then. */
const isWhole = (email: string, phone: string): boolean =>
  /\S@\S+\.\S\S/.test(email) || phone.replace(/\D/g, '').length >= 10;

/** Says that the person being entered is already a lead, while their email or phone is being typed. */
export function KnownLead({ email, phone }: { email: string; phone: string }) {
  const { linkTo } = useLeadsAddress();
  const { zone } = useTimeZone();
  const known = trpc.leads.known.useQuery({ email, phone }, { enabled: isWhole(email, phone) });
  const lead = known.data?.items[0];
  return (
    <div role="status">
      {lead && (
        <Note tone="pine">
          <Link to={linkTo({ lead: lead.id, dialog: null })}>{lead.name}</Link> is already in your leads, added{' '}
          {formatDay(lead.createdAt, zone)}. What you typed here is kept if you open that lead.
        </Note>
      )}
    </div>
  );
}
