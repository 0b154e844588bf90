import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';

/** A link to the form of a lead without an email, where one can be added. Closing the form returns here. */
export function AddEmail({ leadId }: { leadId: string }) {
  const { linkTo } = useLeadsAddress();
  return (
    <Link className={buttonClass()} to={linkTo({ lead: leadId, dialog: 'edit' })} state={OPENED} keepsTyping keepScroll>
      Add an email
    </Link>
  );
}
