import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { KeptList } from './kept-list.tsx';
import './data-rights.css';

/** Asks before erasing a homeowner, and says what the law keeps. */
export default function EraseDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const utils = trpc.useUtils();
  const { data: lead } = trpc.leads.get.useQuery({ leadId });
  const { data: erasure } = trpc.leads.erasure.useQuery({ leadId }, { staleTime: 0 });
  const erase = trpc.leads.erase.useMutation({
    onSuccess: async () => {
      await utils.invalidate();
      toast.done('Homeowner erased');
    },
    onError: (error) => sayFailed('We couldn’t erase the homeowner', error),
  });
  if (!lead || !erasure) return null;
  return (
    <Confirm
      open
      title={`Erase ${lead.name}?`}
      action="Erase homeowner"
      cancel="Keep the lead"
      onCancel={onClose}
      onConfirm={() => erase.mutate({ leadId })}
    >
      <div className="stack-s">
        <p>
          We’ll delete the name, email address, phone number, street address, notes, drawings, messages and history, and
          stop everything that’s waiting. The private links will stop working. You can’t undo this.
        </p>
        <p>Your reports will stay the same, so the lead stays in your archive without a name.</p>
        <KeptList kept={erasure.kept} />
      </div>
    </Confirm>
  );
}
