import { useEffect } from 'react';
import type { DealView, OrganizationView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { deleteQuestion } from './crm-words.ts';
import { sayCrmFailed } from './use-board.ts';

interface Counts {
  pipelines?: number | undefined;
  deals?: number | undefined;
}

/** The record to delete, and the number of other records deleted with it. */
export type Deletion =
  | { kind: 'organization'; organization: OrganizationView; counts: Counts }
  | { kind: 'pipeline'; pipeline: PipelineView; counts: Counts }
  | { kind: 'deal'; deal: DealView };

const questionOf = (deletion: Deletion): string => {
  switch (deletion.kind) {
    case 'organization':
      return deleteQuestion(deletion.organization.name, deletion.counts);
    case 'pipeline':
      return deleteQuestion(deletion.pipeline.name, deletion.counts);
    case 'deal':
      return deleteQuestion(deletion.deal.title);
  }
};

/**
 * Deletes the record on the server, then removes it from the cache. If the URL still contains the deleted record's id,
 * that id is ignored.
 */
const useDeletion = () => {
  const utils = trpc.useUtils();
  const organizations = trpc.crm.organizations.delete.useMutation();
  const pipelines = trpc.crm.pipelines.delete.useMutation();
  const deals = trpc.crm.deals.delete.useMutation();
  return async (deletion: Deletion): Promise<void> => {
    switch (deletion.kind) {
      case 'organization': {
        const { id } = deletion.organization;
        await organizations.mutateAsync({ orgId: id });
        // The list is updated first, so that no component requests the deleted record's contents.
        utils.crm.organizations.list.setData(undefined, (all) => all?.filter((one) => one.id !== id));
        break;
      }
      case 'pipeline':
        await pipelines.mutateAsync({ pipelineId: deletion.pipeline.id });
        break;
      case 'deal':
        await deals.mutateAsync({ dealId: deletion.deal.id });
    }
    await utils.crm.invalidate();
  };
};

const DONE = { organization: 'Organization deleted', pipeline: 'Pipeline deleted', deal: 'Deal deleted' };

/** Asks for confirmation before a deletion, and lists everything that will be deleted. */
export default function DeleteQuestion({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const remove = useDeletion();
  // The browser's Back button also closes this dialog.
  useEffect(() => {
    addEventListener('popstate', onClose);
    return () => removeEventListener('popstate', onClose);
  }, [onClose]);
  const confirm = () => {
    onClose();
    remove(deletion).then(
      () => toast.done(DONE[deletion.kind]),
      (error: unknown) => sayCrmFailed(`We couldn’t delete the ${deletion.kind}`, error),
    );
  };
  return (
    <Confirm
      open
      title={questionOf(deletion)}
      action={`Delete ${deletion.kind}`}
      cancel="Keep it"
      onCancel={onClose}
      onConfirm={confirm}
    >
      This can’t be undone. Your leads are kept.
    </Confirm>
  );
}
