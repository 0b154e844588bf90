import { sentences } from '#shared/primitives/sentence.ts';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { OrganizationView } from '#shared/features/crm/crm.schema.ts';
import { saySignedOutHere, signInAddress } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/role.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCrmAddress } from './crm-address.ts';
import './crm.css';
import { lastOrganization } from './last-organization.ts';
import { LoadProblem } from './load-problem.tsx';
import { Organization } from './organization.tsx';

/**
 * Shown to users who aren't signed in (spec, section 2). Explains that the tab requires an account. Its sign-in link
 * returns here.
 */
function AuthRequired({ message }: { message: string }) {
  return (
    <div className="card empty pad" role="alert">
      <h1 className="text-base">Authentication required</h1>
      <p className="muted">{sentences(message)} Your changes are kept.</p>
      {/* Loads a new page, so that no account's data stays in memory for the next account. */}
      <a className={buttonClass('primary')} href={signInAddress()}>
        Sign in
      </a>
    </div>
  );
}

const NameDialog = lazyPart(() => import('./name-dialog.tsx'));

/** Returns the organization in the URL. If it doesn't exist, returns the last viewed one, or else the oldest. */
const chosenOrganization = (
  all: readonly OrganizationView[],
  asked: string | null,
  last: string | null,
): OrganizationView | undefined => all.find(({ id }) => id === asked) ?? all.find(({ id }) => id === last) ?? all[0];

function NoOrganization() {
  const { open } = useCrmAddress();
  const { manage } = useMay();
  return (
    <>
      <h1>CRM</h1>
      <div className="card">
        <Empty
          title="No organization yet"
          actions={
            manage && (
              <Button variant="primary" onClick={() => open('new-organization')}>
                New organization
              </Button>
            )
          }
        >
          {manage
            ? 'Create an organization for your company, a branch or a builder. Each estimate you send then becomes a deal on its board, and moves when the homeowner signs and pays.'
            : 'Ask an owner or a manager to create an organization. Each estimate you send then becomes a deal on its board.'}
        </Empty>
      </div>
    </>
  );
}

function Organizations() {
  const address = useCrmAddress();
  const { manage } = useMay();
  const query = trpc.crm.organizations.list.useQuery();
  const all = query.data;
  const chosen = all && chosenOrganization(all, address.orgId, lastOrganization.get());
  const chosenId = chosen?.id;
  const settled = chosenId === address.orgId;
  const settle = useEffectEvent(address.settle);
  useEffect(() => {
    if (!chosenId) return;
    lastOrganization.set(chosenId);
    if (!settled) settle(chosenId);
  }, [chosenId, settled]);
  return (
    <>
      <LoadProblem what="organizations" query={query} />
      {query.isPending && (
        <>
          <h1>CRM</h1>
          <SkeletonRows rows={4} height={96} label="Loading organizations" />
        </>
      )}
      {all?.length === 0 && <NoOrganization />}
      {all && chosen && <Organization key={chosen.id} organization={chosen} all={all} />}
      <Suspense fallback={null}>
        {manage && address.dialog === 'new-organization' && <NameDialog kind="organization" />}
        {manage && address.dialog === 'rename' && chosen && <NameDialog kind="organization" organization={chosen} />}
        {manage && address.dialog === 'new-pipeline' && chosen && <NameDialog kind="pipeline" organization={chosen} />}
      </Suspense>
    </>
  );
}

/**
 * The CRM tab (spec, section 2): organizations, their pipelines and deals. Users who aren't signed in see a message
 * instead.
 */
export default function CrmTab() {
  const [signedOut, setSignedOut] = useState<string | null>(null);
  useEffect(() => saySignedOutHere((message) => setSignedOut((before) => before ?? message)), []);
  return signedOut === null ? <Organizations /> : <AuthRequired message={signedOut} />;
}
