import { Suspense, useState } from 'react';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { NewPasswordField, PasswordField } from '../auth/password-field.tsx';
import '../auth/auth.css';
import { authSchemas, useUpdateUser } from './use-update-user.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmailSection } from './email-section.tsx';
import TeamSection from '../team/team-section.tsx';
import { PushSection } from '../push/push-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

const DataSection = lazyPart(() => import('../data-rights/data-section.tsx'));
const VisitFeedSection = lazyPart(() => import('../visits/visit-feed-section.tsx'));

const schema = async () => (await authSchemas()).updateUserInput;
const EMPTY = { currentPassword: '', newPassword: '' };

/** Sets a new password. Asks for the current password, unless the account doesn't have one. */
export function PasswordSection({ account: { hasPassword, user } }: { account: AccountView }) {
  const [values, setValues] = useState(EMPTY);
  const update = useUpdateUser(hasPassword ? 'Password changed' : 'Password set', () => setValues(EMPTY));
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema,
    submit: ({ currentPassword, newPassword }) =>
      update.mutate({ newPassword, ...(hasPassword && { currentPassword }) }),
    call: update,
    skip: hasPassword ? [] : ['currentPassword'],
  });
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <form {...form} className="stack" aria-label="Password">
        <FormProblem problem={failure} />
        {/* Password managers store the new password under this email address. */}
        <input type="text" hidden readOnly autoComplete="username" value={user.email} />
        {hasPassword && (
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            error={errors['currentPassword']}
          />
        )}
        <NewPasswordField
          {...field('newPassword')}
          label="New password"
          email={user.email}
          error={errors['newPassword']}
        />
        <p className="sm muted">Your other browsers will be signed out.</p>
        <Button type="submit" className="justify-self-start" working={working} workingText="Saving...">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </form>
    </section>
  );
}

/** The id of the section about the company's data, for links to it. */
const YOUR_DATA = 'your-data';

/** The account settings: plan and quotes, then name, image, email, password, two-factor, sessions and the company's data. */
export default function AccountSection() {
  const account = trpc.auth.account.useQuery();
  const { office, manage, own } = useMay();
  return (
    <div className="account">
      {manage && (
        <p className="sm">
          <a href={`#${YOUR_DATA}`}>{own ? 'Export or delete your data' : 'Export your data'}</a>
        </p>
      )}
      <PlanSection>
        {account.data && (
          <>
            <ProfileSection account={account.data} />
            <EmailSection account={account.data} />
            <PasswordSection account={account.data} />
            <TwoFactorSection account={account.data} />
            <PushSection />
            <SessionsSection />
            <Suspense>
              <VisitFeedSection />
            </Suspense>
            {!office && <TeamSection />}
            {manage && (
              <div id={YOUR_DATA}>
                <Suspense>
                  <DataSection />
                </Suspense>
              </div>
            )}
          </>
        )}
        {account.isPending && <SkeletonRows rows={4} label="Loading your account" />}
        {account.isError && (
          <Banner action={<Button onClick={() => void account.refetch()}>Try again</Button>}>
            {problemOf(account.error).message}
          </Banner>
        )}
      </PlanSection>
    </div>
  );
}
