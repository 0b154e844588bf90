import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PushSection } from '../push/push-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** The account settings: plan and quotes, then name, image, email, password, two-factor and sessions. */
export default function AccountSection() {
  const account = trpc.auth.account.useQuery();
  return (
    <div className="account">
      <PlanSection last={!account.isPending}>
        {account.data && (
          <>
            <ProfileSection account={account.data} />
            <EmailSection account={account.data} />
            <PasswordSection account={account.data} />
            <TwoFactorSection account={account.data} />
            <PushSection />
            <SessionsSection />
          </>
        )}
        {account.isPending && <SkeletonRows rows={4} height={72} label="Loading your account" />}
        {account.isError && (
          <Banner action={<Button onClick={() => void account.refetch()}>Try again</Button>}>
            {problemOf(account.error).message}
          </Banner>
        )}
      </PlanSection>
    </div>
  );
}
