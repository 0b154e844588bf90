import type { Platform } from '#shared/features/widget/platforms.ts';
import type { GeneratedCode, WidgetCode } from '#shared/features/widget/widget-code.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { companyWidgetConfig } from '../widget-config.ts';
import { embedCode, type EmbedFacts, wixCode } from './embed-code.ts';
import { installSteps } from './install-steps.ts';

type CodeDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** The company's values in the code, as its widget shows them now. */
const factsOf = async (deps: CodeDeps, companyId: CompanyId): Promise<EmbedFacts> => ({
  ...(await companyWidgetConfig(deps, companyId)),
  host: new URL(deps.config.PUBLIC_URL).origin,
});

/** The company's widget code in every variant. */
export const widgetCode = async (deps: CodeDeps, companyId: CompanyId): Promise<WidgetCode> =>
  embedCode(await factsOf(deps, companyId));

/** The same for one platform, with instructions. Writes nothing. */
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
