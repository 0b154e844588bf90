import { roleMay } from '#shared/features/team/roles.rules.ts';
import { useState } from 'react';
import type { TeamView } from '#shared/features/team/team.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';

interface RemoveDialogProps {
  member: TeamView['members'][number];
  team: TeamView;
  onClose: () => void;
}

/** Removes a member after asking who gets their leads. */
export default function RemoveDialog({ member, team, onClose }: RemoveDialogProps) {
  const utils = trpc.useUtils();
  const [handTo, setHandTo] = useState('');
  const remove = trpc.team.remove.useMutation({
    onSuccess: (now) => {
      utils.team.list.setData(undefined, now);
      void utils.leads.invalidate();
      toast.done(`${member.name} was removed`);
      onClose();
    },
  });
  const heirs = team.members.filter(({ userId, role }) => userId !== member.userId && roleMay(role, 'work'));
  return (
    <FormDialog
      title={`Remove ${member.name}?`}
      onClose={onClose}
      save="Remove"
      working={remove.isPending}
      workingText="Removing..."
      dirty={false}
      form={{ onSubmit: () => remove.mutate({ userId: member.userId, ...(handTo && { handTo }) }) }}
    >
      <FormProblem problem={remove.error ? problemOf(remove.error) : null} />
      <p>They’ll lose access immediately.</p>
      <Field label="Reassign their leads to">
        <Select value={handTo} onChange={(event) => setHandTo(event.target.value)}>
          <option value="">No one</option>
          {heirs.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
