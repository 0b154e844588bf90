import { useState } from 'react';
import { ROLE_HINT, ROLE_LABEL } from '#shared/features/team/role.words.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';

const NOTHING: { email: string; role: TeamRole } = { email: '', role: 'sales' };
const schema = async () => (await import('#shared/features/team/team.schema.ts')).inviteInput;

/** Invites a person by email and gives them a role. */
export function InviteForm({ roles }: { roles: readonly TeamRole[] }) {
  const utils = trpc.useUtils();
  const [values, setValues] = useState(NOTHING);
  const type = (change: Partial<typeof NOTHING>) => setValues((now) => ({ ...now, ...change }));
  const invite = trpc.team.invite.useMutation({
    onSuccess: (team, { email }) => {
      utils.team.list.setData(undefined, team);
      setValues((now) => ({ ...now, email: '' }));
      toast.done(`Invitation sent to ${email}`, { detail: 'The link works for 7 days' });
    },
  });
  const form = useForm({ values, type, schema, submit: (sent) => invite.mutate(sent), call: invite });
  const email = form.field('email');
  return (
    <form {...form.form} className="stack-s" aria-label="Invite to the team">
      <FormProblem problem={form.failure} />
      <div className="team-invite">
        <Field label="Email address to invite" error={form.errors['email']}>
          <Input {...email} type="email" autoComplete="off" inputMode="email" />
        </Field>
        <Field label="Role">
          <Select
            value={values.role}
            onChange={(event) => {
              const role = roles.find((each) => each === event.target.value);
              if (role) type({ role });
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABEL[role]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="primary" working={form.working} workingText="Inviting...">
          Invite
        </Button>
      </div>
      <p className="sm muted">{ROLE_HINT[values.role]} Adding people is free.</p>
    </form>
  );
}
