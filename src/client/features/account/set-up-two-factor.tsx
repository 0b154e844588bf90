import { Copy } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField } from '../auth/code-field.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { PasswordField } from '../auth/password-field.tsx';
import '../auth/auth.css';
import { authSchemas } from './use-update-user.ts';
import { encode } from 'uqr';

/** The QR code's blank margin, in modules. Scanners need at least four. */
const BORDER = 4;

/** A QR code drawn as one path of squares. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  );
}

const codeSchema = async () => (await authSchemas()).totpEnableInput;

export interface Secret {
  secret: string;
  uri: string;
}

const copyKey = async (secret: string): Promise<void> => {
  if (await copyText(secret)) toast.done('Key copied');
  else toast.error('Your browser blocked copying', { detail: 'Select the key and copy it.' });
};

interface FirstCodeProps extends Secret {
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

/** Asks for the authenticator app's first code, which proves that the app has the key. */
export function FirstCode({ secret, uri, onCodes, onCancel }: FirstCodeProps) {
  const formRef = useRef<HTMLFormElement>(null);
  // Without scrolling, the button could be off screen or behind the tab bar on a phone.
  useEffect(() => {
    formRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const [values, setValues] = useState({ code: '' });
  const enable = trpc.auth.totpEnable.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      toast.done('Two-factor sign-in turned on');
      onCodes(recoveryCodes);
    },
  });
  const { form, field, errors, failure, working, send, change } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema: codeSchema,
    submit: (input) => enable.mutate(input),
    call: enable,
  });
  const { onChange: _typed, ...code } = field('code');
  return (
    <form {...form} ref={formRef} className="stack two-factor-code scroll-mb-4" aria-label="Turn on two-factor sign-in">
      <FormProblem problem={failure} />
      {/* Someone on a phone can't scan the phone's own screen. */}
      <p className="phone">Copy this key into your authenticator app, then enter the code from the app.</p>
      <div className="stack desk">
        <p>
          Scan this code with your authenticator app, or copy the key into the app. Then enter the code from the app.
        </p>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </div>
      <div className="row flex-wrap">
        <p className="[word-spacing:0.2em]">
          <span className="label block">Key</span>
          <b className="num whitespace-normal select-all">
            {[secret.slice(0, secret.length / 2), secret.slice(secret.length / 2)].map((half, row) => (
              <Fragment key={row}>
                {row > 0 && ' '}
                <span className="whitespace-nowrap">{half.replace(/(.{4})(?=.)/g, '$1 ')}</span>
              </Fragment>
            ))}
          </b>
        </p>
        <Button icon={<Copy className="i" aria-hidden />} onClick={() => void copyKey(secret)}>
          Copy key
        </Button>
      </div>
      <CodeField
        {...code}
        label="Code from your authenticator app"
        error={errors['code']}
        onCode={(value) => change('code', value)}
        onWhole={(value) => send({ code: value })}
      />
      <div className="row flex-wrap">
        <Button variant="primary" type="submit" working={working} workingText="Turning on...">
          Turn on two-factor sign-in
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Creates the key for the authenticator app. Asks for the password if the last sign-in wasn't recent. */
export function SetUpTwoFactor({
  hasPassword,
  onSecret,
}: {
  hasPassword: boolean;
  onSecret: (secret: Secret) => void;
}) {
  const setUp = trpc.auth.totpSetup.useMutation({ onSuccess: onSecret });
  const [currentPassword, setCurrentPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const { form, field, errors, failure, working } = useForm({
    values: { currentPassword },
    type: (change) => setCurrentPassword(change.currentPassword ?? currentPassword),
    rules: NO_RULES,
    submit: (typed) => setUp.mutate(typed.currentPassword === '' ? undefined : typed),
    call: setUp,
  });
  if (errors['currentPassword'] && !asked) setAsked(true);
  return (
    <form {...form} className="stack" aria-label="Set up two-factor sign-in">
      <FormProblem problem={failure} />
      {asked && hasPassword && (
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          error={errors['currentPassword']}
        />
      )}
      <Button type="submit" className="justify-self-start" working={working} workingText="Preparing...">
        Set up two-factor sign-in
      </Button>
    </form>
  );
}
