import type { Platform } from '#shared/features/widget/platforms.ts';
import type { GeneratedCode, WidgetCode } from '#shared/features/widget/widget-code.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { companyWidgetConfig } from '../widget-config.ts';
import { embedCode, type EmbedFacts, wixCode } from './embed-code.ts';
import { installSteps } from './install-steps.ts';

type CodeDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Reads the values for the embed code from the company's current widget settings. */
const factsOf = async (deps: CodeDeps, companyId: CompanyId): Promise<EmbedFacts> => ({
  ...(await companyWidgetConfig(deps, companyId)),
  host: new URL(deps.config.PUBLIC_URL).origin,
});

export const widgetCode = async (deps: CodeDeps, companyId: CompanyId): Promise<WidgetCode> =>
  embedCode(await factsOf(deps, companyId));

/** Returns the code and the instructions for one platform. Doesn't store anything. */
export const generateCode = async (
  deps: CodeDeps,
  companyId: CompanyId,
  { websiteUrl, platform }: { websiteUrl: string; platform: Platform },
): Promise<GeneratedCode> => {
  const facts = await factsOf(deps, companyId);
  return {
    ...embedCode(facts),
    ...(platform === 'wix' && { html: wixCode(facts) }),
    websiteUrl,
    platform,
    recommended: platform === 'react' ? 'react' : 'html',
    ...installSteps(platform, facts.host),
  };
};
