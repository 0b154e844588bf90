import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';

/** To the form of a lead that left only a phone, where an email can be added; closing it leads back here. */
export function AddEmail({ leadId }: { leadId: string }) {
  const { linkTo } = useLeadsAddress();
  return (
    <Link className={buttonClass()} to={linkTo({ lead: leadId, dialog: 'edit' })} state={OPENED} keepsTyping keepScroll>
      Add an email
    </Link>
  );
}
