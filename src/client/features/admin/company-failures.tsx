import { ArrowRight } from 'lucide-react';
import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { MessageStateBadge } from '../../ui/state-badges.tsx';
import { adminTabAddress } from './admin-address.ts';
import { failedFirst, reasonText, recipient, Retry } from './failed-message.tsx';

/** A company's failed and unconfirmed messages. Admins resolve the unconfirmed ones in the Messages tab. */
export function Failures({ company: { failures, timeZone } }: { company: AdminCompanyDetailView }) {
  return (
    <section className="stack gap-2">
      <h3>Failed messages</h3>
      {failures.length === 0 && <p className="sm muted">No failed messages.</p>}
      <ul className="stack gap-4">
        {failedFirst(failures).map((failure) => (
          <li
            key={failure.id}
            className="row flex-wrap items-start border-line not-first:border-t not-first:pt-4 md:flex-nowrap"
          >
            <div className="stack-s grow gap-1 max-md:basis-full">
              <span className="row flex-wrap gap-2">
                <MessageStateBadge status={failure.status} />
                <b className="wrap-anywhere max-md:basis-full">
                  {[failure.what, failure.lead].filter(Boolean).join(': ')}
                </b>
              </span>
              <span className="sm [overflow-wrap:anywhere]">To {recipient(failure)}</span>
              <span className="sm muted">
                {formatDayTime(failure.at, timeZone)}. {reasonText(failure)}
              </span>
            </div>
            <div className="grid w-30 shrink-0">
              {failure.status === 'failed' ? (
                failure.noRetry === null && <Retry message={failure} />
              ) : (
                <Link className={buttonClass()} to={`${adminTabAddress('messages')}&status=unknown`}>
                  <ArrowRight className="i" aria-hidden />
                  Check
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
