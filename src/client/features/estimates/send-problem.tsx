import { CONFIRM_EMAIL, type Problem } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';

const ACCOUNT = '/dashboard?tab=admin&section=account';
const COMPANY = '/dashboard?tab=admin&section=company';

/** What mends a refusal that belongs to no field; undefined where trying again is all there is. */
const MEND: Partial<Record<Problem['code'], { to: string; label: string }>> = {
  QUOTA_EXHAUSTED: { to: ACCOUNT, label: 'Get more quotes' },
  SUBSCRIPTION_REQUIRED: { to: ACCOUNT, label: 'Choose a plan' },
  NOT_CONFIRMED: CONFIRM_EMAIL,
  UPGRADE_REQUIRED: { to: ACCOUNT, label: 'See the plans' },
  // the one refusal of this kind: details of the company that every estimate carries are missing
  APP_ERROR: { to: COMPANY, label: 'Open company details' },
};

/** Why the estimate was not sent, and the way to mend it. What was typed is kept for the way back. */
export function SendProblem({ problem }: { problem: Problem }) {
  const mend = MEND[problem.code];
  return (
    <div className="est-problem">
      <Banner
        action={
          mend && (
            <Link to={mend.to} keepsTyping className={buttonClass()}>
              {mend.label}
            </Link>
          )
        }
      >
        <b>The estimate was not sent.</b> {problem.message}
        {/[.!?]$/.test(problem.message) ? '' : '.'}
      </Banner>
    </div>
  );
}
