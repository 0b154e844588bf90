/** The platforms of contractors' websites, in the order of the spec (section 9). */
export const PLATFORMS = ['wordpress', 'shopify', 'react', 'wix', 'squarespace', 'html', 'other'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const PLATFORM_LABEL: Record<Platform, string> = {
  wordpress: 'WordPress',
  shopify: 'Shopify',
  react: 'React/Next.js',
  wix: 'Wix',
  squarespace: 'Squarespace',
  html: 'Custom HTML',
  other: 'Other',
};

/** Marked as popular in the wizard (spec, section 9). */
export const POPULAR_PLATFORM: Platform = 'react';
