import { useEffect } from 'react';

/**
 * Replaces the package `react-style-singleton` in the built dashboard (`scripts/build/no-style-elements.ts`). Returns a
 * component that applies its styles as long as at least one instance is shown. They're a constructed style sheet, which
 * a content security policy without inline styles allows, unlike a style element.
 */
export const styleSingleton = () => {
  let shown = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Styles({ styles }: { styles: string }): null {
    useEffect(() => {
      if (shown === 0) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      shown += 1;
      return () => {
        shown -= 1;
        if (shown > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
    }, [styles]);
    return null;
  };
};
