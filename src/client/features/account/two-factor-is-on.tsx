import { useState } from 'react';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { authSchemas } from './use-update-user.ts';

const schema = async () => (await authSchemas()).secondFactorInput;

type Wish = 'codes' | 'off';
const ACT: Record<Wish, string> = { codes: 'Make new recovery codes', off: 'Turn off two-factor sign-in' };

interface IsOnProps {
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}

/** New recovery codes, or off again; both want a code. */
export function TwoFactorIsOn(props: IsOnProps) {
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
      toast.done('Two-factor sign-in is off');
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
            ? 'A recovery code works too. Other browsers are signed out.'
            : 'A recovery code works too. The old recovery codes stop working.'
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
