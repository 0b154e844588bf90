/** Website platforms in the order of the spec (section 9), plus Webflow. */
export const PLATFORMS = ['wordpress', 'shopify', 'react', 'wix', 'squarespace', 'webflow', 'html', 'other'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const PLATFORM_LABEL: Record<Platform, string> = {
  wordpress: 'WordPress',
  shopify: 'Shopify',
  react: 'React/Next.js',
  wix: 'Wix',
  squarespace: 'Squarespace',
  webflow: 'Webflow',
  html: 'Custom HTML',
  other: 'Other',
};

/** The wizard marks this platform as popular (spec, section 9). */
export const POPULAR_PLATFORM: Platform = 'react';
