import type { Platform } from '#shared/features/widget/platforms.ts';

/** Instructions for installing the code on one platform, and what to check if the widget doesn't appear. */
export interface Install {
  instructions: string[];
  notes: string[];
}

const policy = (host: string): string =>
  `If your site has a Content-Security-Policy, add ${host} to script-src, connect-src and img-src.`;

const INSTALL: Record<Platform, (host: string) => Install> = {
  wordpress: () => ({
    instructions: [
      'In WordPress, open the page for the form: Pages, then Edit.',
      'Add a block where the form should appear, choose Custom HTML, and paste the code. The element is called HTML in Elementor and Code in Divi.',
      'Press Save (or Publish), then open the page as a visitor would.',
    ],
    notes: [
      'Is the code gone after you save? WordPress accepts scripts only from administrators and editors, and on a multisite network only from super admins. Ask one of them to paste it.',
      'Still not working? Add the code as an HTML snippet with a plugin such as WPCode, and put its shortcode on the page. On WordPress.com this needs a plan with plugins.',
      'A speed plugin that delays or combines scripts can delay the form. Exclude widget-embed.js there, then clear its cache.',
    ],
  }),
  shopify: () => ({
    instructions: [
      'In Shopify, open Online Store, then Themes, and press Edit theme (in older admins: Customize) for your live theme.',
      'In the menu at the top, choose Pages and the template of your page. Press Create template first if only this page should have the form.',
      'On the left, press Add section, choose Custom Liquid, and paste the code.',
      'Press Save, then open the page in your store.',
    ],
    notes: [
      'No Custom Liquid in the list? Your theme is older than Online Store 2.0: ask the person who maintains it to paste the same code into a page template under Edit code.',
      'A new template applies only to pages that use it. Open the page under Online Store, Pages, and choose it as the theme template.',
    ],
  }),
  react: (host) => ({
    instructions: [
      'Save the code as FencePrice.jsx among your components. In a TypeScript project, call it FencePrice.tsx.',
      "Where the form should appear, import it: import FencePrice from './FencePrice';",
      'Put <FencePrice /> on the page.',
      'Deploy. In Next.js, it works as is in the App Router and the Pages Router, because the first lines make it a client component.',
    ],
    notes: [policy(host)],
  }),
  wix: () => ({
    instructions: [
      'Open your site in the Wix editor and go to the page for the form.',
      'Press Add Elements, choose Embed Code (in Wix Studio: Embed), then Embed HTML, and drag the box to its place.',
      'Press Enter Code, choose Code, paste the code, and press Update.',
      'Make the box at least 480 px wide and 1,000 px high. In the mobile editor, make it as wide as the screen and 1,200 px high.',
      'Press Publish, then open the page as a visitor would.',
    ],
    notes: [
      'Wix shows the code in a frame that doesn’t grow. If the form scrolls inside the box, make the box taller.',
      'Don’t use Custom Code in Wix’s settings: it puts the form at the very end of the page.',
    ],
  }),
  squarespace: () => ({
    instructions: [
      'In Squarespace, open the page for the form and press Edit.',
      'Press Add Block where the form should appear and choose Code.',
      'Open the block’s editor, keep it on HTML with Display Source off, and replace its contents with the code.',
      'Press Save, then open the page in a private window: while you’re signed in, Squarespace may block scripts.',
    ],
    notes: [
      'Scripts in Code blocks need Squarespace’s Core plan or a higher one. The Personal plan shows an empty block.',
      'On version 7.0, if the form appears only after you refresh the page, turn off Ajax loading in Site Styles.',
    ],
  }),
  webflow: () => ({
    instructions: [
      'In Webflow, open the page for the form in the Designer.',
      'Press Add Elements (the plus sign), and drag a Code Embed element to where the form should appear.',
      'Paste the code into its editor, and press Save & Close.',
      'Press Publish, then open the page as a visitor would.',
    ],
    notes: [
      'No Code Embed in the list? Custom code needs a paid site plan, or a paid workspace.',
      'The Designer shows a gray box in place of the form. The form appears on the published page only.',
      'Paste it only once. You don’t need the same code under Site settings, Custom code.',
    ],
  }),
  html: (host) => ({
    instructions: [
      'Open the page’s file in your editor.',
      'Paste the code inside <body>, where the form should appear.',
      'Upload the file, then open the page as a visitor would.',
    ],
    notes: [
      policy(host),
      'If the script can’t be next to the form, or you want several forms or a form in a dialog, use the Advanced code from Manual Setup.',
    ],
  }),
  other: () => ({
    instructions: [
      'In your site builder, edit the page for the form and look for an element for custom code. It’s often called HTML, Embed or Custom code.',
      'Put it where the form should appear and paste the code.',
      'Publish, then open the page as a visitor would.',
    ],
    notes: [
      'Only one field for scripts, in the page’s footer? Use the Advanced code from Manual Setup. Put its first part where the form should appear and the rest in the footer.',
      'Does someone else manage your site? Send them this code and the page’s URL. The code contains no password.',
    ],
  }),
};

/** Returns one platform's instructions. `host` is our server's origin. */
export const installSteps = (platform: Platform, host: string): Install => INSTALL[platform](host);
