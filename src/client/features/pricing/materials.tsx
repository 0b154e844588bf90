import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { premiumThatKeeps } from '#shared/features/pricing/keep-prices.rules.ts';
import { BASIC_MATERIALS, MAX_MATERIALS } from '#shared/features/pricing/least-price.rules.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { draft } from '../../lib/draft.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { sectionAddress } from '../dashboard/tabs.ts';
import { MaterialEditor } from './material-editor.tsx';
import { MaterialRow } from './material-row.tsx';
import { useChooseBasic, useDeleteMaterial } from './use-save-pricing.ts';

const NEW = 'new';
export const materialKey = (id: string): string => `material:${id}`;

const useStarter = (): boolean => {
  const { data } = trpc.subscription.check.useQuery(undefined, { staleTime: 60_000 });
  return data?.subscriptionTier === 'starter';
};

function StarterNote({ materials }: { materials: readonly MaterialView[] }) {
  return (
    <Note tone="chalk">
      <b>On Starter, your widget shows two materials. Choose which.</b> You can use all your materials in your own
      estimates.
      {materials.every(({ basic }) => !basic) && ' None is chosen, so homeowners don’t see any.'}{' '}
      <Link to={sectionAddress('account')}>Show every material with Pro</Link>
    </Note>
  );
}

/** Returns a function that shows a material in the widget on Starter, or no longer shows it. */
const useShowInWidget = (materials: readonly MaterialView[]) => {
  const choose = useChooseBasic();
  return (id: string, shown: boolean): void => {
    const before = materials.filter(({ basic }) => basic).map((one) => one.id);
    if (shown && before.length >= BASIC_MATERIALS)
      toast.error(`Starter shows ${BASIC_MATERIALS} materials in your widget. Turn one of them off first`);
    else if (!shown && before.length === 1)
      toast.error('Your widget needs at least one material. Turn another one on first');
    else choose(shown ? [...before, id] : before.filter((one) => one !== id));
  };
};

/** `focused` is true if the editor for a new material was just closed. */
function AddButton({ focused, onClick }: { focused: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <Button ref={button} icon={<Plus className="i" aria-hidden />} onClick={onClick}>
      Add material
    </Button>
  );
}

interface MaterialsProps extends Pick<PricingView, 'materials' | 'basePriceCents'> {
  /** The saved base price. `basePriceCents` is the typed one. */
  savedCents: number;
  /** Whether materials with a premium will keep their price when the typed base price is saved. */
  keeps: boolean;
  /** Whether the save bar is visible. If so, it has the primary button. */
  dirty: boolean;
}

/** The company's materials. Each row shows a material or its editor. Prices are computed with the given base price. */
export function Materials({ materials, basePriceCents, savedCents, keeps, dirty }: MaterialsProps) {
  const newKey = `${NEW}:${useCompanyId()}`;
  // A material stays on the screen while it's edited, even if it's deleted in another window.
  const [open, setOpen] = useState<ReadonlyMap<string, MaterialView | null>>(
    () =>
      new Map([
        ...materials.filter(({ id }) => draft.find(materialKey(id)) !== undefined).map((one) => [one.id, one] as const),
        ...(draft.find(materialKey(newKey)) === undefined ? [] : [[NEW, null] as const]),
      ]),
  );
  const [focused, setFocused] = useState<string>();
  const remove = useDeleteMaterial();
  const starter = useStarter();
  const showInWidget = useShowInWidget(materials);
  /** The material as it'll be with the typed base price. */
  const asTyped = (one: MaterialView): MaterialView =>
    keeps
      ? { ...one, premiumCents: premiumThatKeeps(one.premiumCents, { from: savedCents, to: basePriceCents }) }
      : one;
  const gone = [...open.values()].flatMap((one) => (one && !materials.some(({ id }) => id === one.id) ? [one] : []));

  const edit = (id: string, material: MaterialView | null) => setOpen(new Map(open).set(id, material));
  const close = (id: string) => {
    setOpen((now) => new Map([...now].filter(([one]) => one !== id)));
    setFocused(id);
  };
  const add = () => {
    if (materials.length >= MAX_MATERIALS)
      return toast.error(`You’ve reached the limit of ${MAX_MATERIALS} materials. Delete one first`);
    edit(NEW, null);
    return undefined;
  };
  return (
    <section className="stack" aria-labelledby="materials-title">
      <div className="stack-s">
        <h2 id="materials-title">Materials</h2>
      </div>
      {starter && materials.some(({ basic }) => !basic) && <StarterNote materials={materials} />}
      <ul className="materials">
        {[...materials, ...gone].map((material) =>
          open.has(material.id) ? (
            <MaterialEditor
              key={material.id}
              draftKey={materialKey(material.id)}
              material={gone.includes(material) ? null : material}
              deleted={gone.includes(material) ? material : undefined}
              basePriceCents={savedCents}
              primary={!dirty}
              onClose={() => close(material.id)}
            />
          ) : (
            <MaterialRow
              key={material.id}
              material={asTyped(material)}
              basePriceCents={basePriceCents}
              onShow={starter ? (shown) => showInWidget(material.id, shown) : undefined}
              last={materials.length === 1}
              focused={focused === material.id}
              onEdit={() => edit(material.id, material)}
              onDelete={() => {
                // The button disappears together with its row, so focus moves to a neighboring row.
                setFocused((materials[materials.indexOf(material) + 1] ?? materials.at(-2))?.id);
                remove(material.id);
              }}
            />
          ),
        )}
        {open.has(NEW) && (
          <MaterialEditor
            draftKey={materialKey(newKey)}
            material={null}
            basePriceCents={savedCents}
            primary={!dirty}
            onClose={() => close(NEW)}
          />
        )}
      </ul>
      {!open.has(NEW) && (
        <div>
          <AddButton focused={focused === NEW} onClick={add} />
        </div>
      )}
    </section>
  );
}
