import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';

interface AddEmailProps {
  leadId: string;
  /** Whether the link looks like inline text, for use in a line of text. By default, it looks like a button. */
  inline?: boolean;
}

/** For a lead without an email address: a link to the form for adding one. Closing the form returns to this page. */
export function AddEmail({ leadId, inline = false }: AddEmailProps) {
  const { linkTo } = useLeadsAddress();
  return (
    <Link
      className={inline ? undefined : buttonClass()}
      to={linkTo({ lead: leadId, dialog: 'edit' })}
      state={OPENED}
      keepsTyping
      keepScroll
    >
      Add an email
    </Link>
  );
}
