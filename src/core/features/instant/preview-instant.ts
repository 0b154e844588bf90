import { randomUUID } from 'node:crypto';
import { estimateSendInput } from '#shared/features/estimates/estimates.schema.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';
import { readSettingsOfPage } from '../agreements/open-estimate.ts';
import { type EstimatePage, toEstimatePage } from '../agreements/read-page.ts';
import { sendInTransaction } from '../agreements/send-estimate.ts';
import { estimateUrl } from '../estimates/estimate-links.ts';
import { getVersion } from '../estimates/read-version.ts';
import { insertLead } from '../lead-rows/write-leads.ts';
import { getPrices } from '../pricing/prices.repository.ts';
import { readInstantSettings } from './instant-settings.ts';

const PURPOSE = 'instant-preview';
const VALID_FOR = HOUR;

/** Whether a page's token is a preview's. The tokens of links have no dot. */
export const isPreview = (token: string): boolean => token.includes('.');

type PreviewDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * Returns the address of the page that a homeowner gets with an instant estimate, for a sample fence. It's valid for an
 * hour. Throws what sending throws, such as APP_ERROR for missing company details.
 */
export async function previewInstant(deps: PreviewDeps, companyId: CompanyId): Promise<{ url: string }> {
  await samplePage(deps, { companyId });
  const until = Date.now() + VALID_FOR;
  return { url: estimateUrl(deps.config, signedToken(`${companyId} ${until}`, deps.config.APP_SECRET, PURPOSE)) };
}

/** Returns the sample page of a preview's token, or undefined if the token isn't a valid preview's. */
export async function readInstantPreview(
  deps: PreviewDeps,
  { token, language }: { token: string; language?: Language | undefined },
): Promise<EstimatePage | undefined> {
  const [companyId, until] = readSignedToken(token, deps.config.APP_SECRET, PURPOSE)?.split(' ') ?? [];
  if (companyId === undefined || Number(until) < Date.now()) return undefined;
  return samplePage(deps, { companyId: companyId as CompanyId, language });
}

/** Carries the page out of the transaction, which is rolled back. */
class Sample extends Error {
  readonly page: EstimatePage;

  constructor(page: EstimatePage) {
    super('a sample that is rolled back');
    this.page = page;
  }
}

/**
 * Sends an estimate to a sample lead with the code that sends every estimate, reads its page, and rolls everything
 * back. What the contractor sees is therefore what a homeowner gets.
 */
async function samplePage(
  deps: PreviewDeps,
  of: { companyId: CompanyId; language?: Language | undefined },
): Promise<EstimatePage> {
  try {
    return await inCompany(deps.db, of.companyId, async (tx) => {
      throw new Sample(await sendSample(tx, deps, of));
    });
  } catch (error) {
    if (error instanceof Sample) return error.page;
    throw error;
  }
}

async function sendSample(
  tx: CompanyTx,
  deps: Pick<PreviewDeps, 'clock' | 'config'>,
  { companyId, language }: { companyId: CompanyId; language?: Language | undefined },
): Promise<EstimatePage> {
  const at = deps.clock.now();
  const leadId = await sampleLead(tx, companyId, at);
  const { materials } = await getPrices(tx, companyId);
  const { materialIds } = await readInstantSettings(tx, companyId);
  const material = materials.find(({ id }) => materialIds.length === 0 || materialIds.includes(id));
  if (!material) throw invalid({ materialIds: 'Add a material to your prices first' });
  const measures = { perimeter: SAMPLE.feet, materialId: material.id, gateCount: SAMPLE.gates };
  const input = estimateSendInput.parse({ leadId, ...measures });
  // Nothing is counted, because nothing goes out.
  const { estimateId } = await sendInTransaction(tx, deps, { companyId, isAdmin: true, input, instant: true });
  const version = await getVersion(tx, { companyId, id: estimateId, at });
  const settings = await readSettingsOfPage(tx, { companyId, at });
  return toEstimatePage({ ...settings, answers: false, version }, { language, payable: null, newerToken: null, at });
}

/** An ordinary yard. */
const SAMPLE = { name: 'Sample Homeowner', feet: 120, gates: 1 } as const;

const sampleLead = (tx: CompanyTx, companyId: CompanyId, at: Date): Promise<LeadId> =>
  insertLead(tx, {
    company_id: companyId,
    name: SAMPLE.name,
    email: `${randomUUID()}@example.com`,
    source: 'widget',
    // The sample isn't a new recipient.
    counted_as_recipient_at: at,
    uncounted_ways: [],
    created_at: at,
  });
