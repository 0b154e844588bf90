import { useState } from 'react';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpTwoFactor } from './set-up-two-factor.tsx';
import { TwoFactorIsOn } from './two-factor-is-on.tsx';

/** A second step at sign-in, by an authenticator app (TOTP). */
export function TwoFactorSection({ account }: { account: AccountView }) {
  const utils = trpc.useUtils();
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => void Promise.all([utils.auth.account.invalidate(), utils.auth.listSessions.invalidate()]);
  const onCodes = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    refresh();
  };
  return (
    <section aria-labelledby="two-factor-title">
      <div className="stack-s">
        <h2 id="two-factor-title">Two-factor sign-in</h2>
        <p className="muted">
          {account.totpEnabled
            ? `Two-factor sign-in is on. Signing in asks for a code from your app. ${account.recoveryCodesLeft} recovery codes left.`
            : 'Two-factor sign-in is off. With it on, a stolen password isn’t enough to sign in.'}
        </p>
      </div>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {!codes && account.totpEnabled && <TwoFactorIsOn onCodes={onCodes} onOff={refresh} />}
      {!codes && !account.totpEnabled && <SetUpTwoFactor hasPassword={account.hasPassword} onCodes={onCodes} />}
    </section>
  );
}
