import { useCompany } from '../../lib/company.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Switch } from '../../ui/switch.tsx';

/** A switch for assigning new leads to team members in turn. */
export function AssignInTurn() {
  const utils = trpc.useUtils();
  const { data } = useCompany();
  const update = trpc.company.update.useMutation({
    onSuccess: (saved) => utils.company.get.setData(undefined, saved),
    onError: (error) => sayFailed('We couldn’t save the setting', error),
  });
  if (!data) return null;
  return (
    <Switch
      label={
        <>
          <b className="block">Assign new leads in turn</b>
          <span className="sm muted">
            Each new lead is assigned to the next person with the sales role, or to an owner if no one has that role.
          </span>
        </>
      }
      checked={update.isPending ? (update.variables.assignInTurn ?? data.assignInTurn) : data.assignInTurn}
      onChange={(event) => update.mutate({ assignInTurn: event.target.checked })}
    />
  );
}
