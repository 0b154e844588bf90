import { sayFailed } from '../../lib/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import type { LeadsAddress } from './leads-address.ts';

const leadsText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`;

let running = false;

/** Saves all pages of the current list as a single CSV file. */
export const useExport = () => {
  const { client } = trpc.useUtils();
  const run = async ({ search, status, sort, archived, awaiting, unread, assignee }: LeadsAddress): Promise<void> => {
    const parts: string[] = [];
    let count = 0;
    let today = '';
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof client.leads.exportCsv.query>> = await client.leads.exportCsv.query({
        ...(search && { search }),
        ...(status && { status }),
        ...(assignee && { assignee }),
        sort,
        archived,
        awaiting,
        unread,
        cursor,
      });
      parts.push(page.csv);
      count += page.count;
      today = page.today;
      cursor = page.nextCursor;
    } while (cursor !== null);
    if (count === 0) return toast.error('There are no leads to export');
    saveFile(`leads-${today}.csv`, parts.join(''));
    toast.done(`${leadsText(count)} exported`);
  };
  return async (address: LeadsAddress): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await run(address);
    } catch (error) {
      sayFailed('We couldn’t export the leads', error);
    } finally {
      running = false;
    }
  };
};
