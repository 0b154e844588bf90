import { useState } from 'react';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { FirstCode, type Secret, SetUpTwoFactor } from './set-up-two-factor.tsx';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { authSchemas } from './use-update-user.ts';
import { productName } from '../../lib/product.ts';
import { Note } from '../../ui/banner.tsx';

const schema = async () => (await authSchemas()).secondFactorInput;

type Wish = 'codes' | 'off';
const ACT: Record<Wish, string> = { codes: 'Create new recovery codes', off: 'Turn off two-factor sign-in' };

interface IsOnProps {
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}

/** Buttons to create new recovery codes or to turn two-factor off. Both require a code. */
function TwoFactorIsOn(props: IsOnProps) {
  const [wish, setWish] = useState<Wish | null>(null);
  if (wish) return <WithCode {...props} wish={wish} onCancel={() => setWish(null)} />;
  return (
    <div className="row flex-wrap">
      <Button onClick={() => setWish('codes')}>New recovery codes</Button>
      <Button variant="danger" onClick={() => setWish('off')}>
        Turn off
      </Button>
    </div>
  );
}

function WithCode({ wish, onCodes, onOff, onCancel }: IsOnProps & { wish: Wish; onCancel: () => void }) {
  const [values, setValues] = useState({ code: '' });
  const off = trpc.auth.totpDisable.useMutation({
    onSuccess: () => {
      toast.done('Two-factor sign-in turned off');
      onOff();
    },
  });
  const renew = trpc.auth.recoveryCodes.useMutation({ onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) });
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema,
    submit: (input) => (wish === 'off' ? off.mutate(input) : renew.mutate(input)),
    call: wish === 'off' ? off : renew,
  });
  return (
    <form {...form} className="stack" aria-label={ACT[wish]}>
      <FormProblem problem={failure} />
      <Field
        label="Code from your authenticator app"
        error={errors['code']}
        hint={
          wish === 'off'
            ? 'A recovery code works too. Your other browsers will be signed out.'
            : 'A recovery code works too. Your old recovery codes will stop working.'
        }
      >
        <Input {...field('code')} autoComplete="one-time-code" autoCapitalize="none" autoFocus />
      </Field>
      <div className="row flex-wrap">
        <Button variant={wish === 'off' ? 'danger-solid' : 'default'} type="submit" working={working}>
          {ACT[wish]}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const download = (codes: readonly string[]) => {
  const text = [`${productName}: recovery codes. Each code works once.`, '', ...codes, ''].join('\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${productName.toLowerCase().replaceAll(' ', '-')}-recovery-codes.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
};

const copy = async (codes: readonly string[]) => {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.done('Recovery codes copied');
  } catch {
    toast.error('Your browser blocked copying. Select the codes and copy them yourself.');
  }
};

/** Shows the recovery codes. They're shown only once, right after they're created. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="stack" role="status">
      <Note tone="pine">
        Use these codes to sign in if you lose your phone. Each code works once. The codes are shown only once, so keep
        them somewhere safe.
      </Note>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row flex-wrap">
        <Button onClick={() => void copy(codes)}>Copy codes</Button>
        <Button onClick={() => download(codes)}>Download codes</Button>
        <Button variant="quiet" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}

const stateText = ({ totpEnabled, recoveryCodesLeft }: AccountView): string => {
  if (totpEnabled)
    return `Two-factor sign-in is on. You need a code from your app to sign in. ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`;
  return 'Two-factor sign-in is off. With it on, a stolen password isn’t enough to sign in.';
};

/** Two-factor sign-in with an authenticator app (TOTP). */
export function TwoFactorSection({ account }: { account: AccountView }) {
  const utils = trpc.useUtils();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => void Promise.all([utils.auth.account.invalidate(), utils.auth.listSessions.invalidate()]);
  const onCodes = (recoveryCodes: string[]) => {
    setSecret(null);
    setCodes(recoveryCodes);
    refresh();
  };
  return (
    <section aria-labelledby="two-factor-title">
      <div className="stack-s">
        <h2 id="two-factor-title">Two-factor sign-in</h2>
        {!secret && <p className="muted">{stateText(account)}</p>}
      </div>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {!codes && account.totpEnabled && <TwoFactorIsOn onCodes={onCodes} onOff={refresh} />}
      {!codes && !account.totpEnabled && !secret && (
        <SetUpTwoFactor hasPassword={account.hasPassword} onSecret={setSecret} />
      )}
      {!codes && !account.totpEnabled && secret && (
        <FirstCode {...secret} onCodes={onCodes} onCancel={() => setSecret(null)} />
      )}
    </section>
  );
}
