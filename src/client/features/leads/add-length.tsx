import { Ruler } from 'lucide-react';
import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { OPENED, useLeadsAddress } from './leads-address.ts';

interface AddLengthProps {
  leadId: string;
  /** Whether adding the length is the lead's next action. */
  primary?: boolean;
}

/** For a lead without a fence length: a link to the form for adding it. Closing the form returns to this page. */
export function AddLength({ leadId, primary = false }: AddLengthProps) {
  const { linkTo } = useLeadsAddress();
  return (
    <Link
      className={buttonClass(primary ? 'primary' : 'default')}
      to={linkTo({ lead: leadId, dialog: 'edit' })}
      state={OPENED}
      keepsTyping
      keepScroll
    >
      {primary && <Ruler className="i" aria-hidden />} Add length
    </Link>
  );
}
