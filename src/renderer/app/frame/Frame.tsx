import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { diskFullTitle } from '../../../shared/messages/need-messages.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import { useTopicPart } from '../../bridge.ts';
import buttonStyles from '../../components/actions/Button.module.css';
import { Button } from '../../components/actions/Button.tsx';
import { DropLayer } from '../../components/files/DropLayer.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import pageStyles from '../../components/layout/Page.module.css';
import { PageHead } from '../../components/layout/Page.tsx';
import { DismissibleError } from '../../components/messages/DismissibleError.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { CommandPalette, PaletteCommands } from '../commands/CommandPalette.tsx';
import { formatKeys } from '../commands/keys.ts';
import { useShortcuts } from '../commands/shortcuts.ts';
import { useFailures } from '../failures.ts';
import type { Command, Feature, FileDropHandler } from '../feature.ts';
import { type FeatureRegistry, FeatureWatch, useFeatureRegistry } from '../feature-registry.ts';
import { sectionOfRoute, useHelpKey } from '../help/help.ts';
import { useIsSwitching } from '../profiles/active-profile.ts';
import { leave } from '../profiles/leave.ts';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';
import { chooseProfile, describeProfile, useMenuProfiles } from '../profiles/profile-entries.ts';
import { resetProfileStores } from '../profiles/profile-store.ts';
import { type RouteName, useCanNavigate, useRoute } from '../routes.ts';
import { useWindowEnvironment } from '../settings/appearance.ts';
import { platform } from '../settings/platform.ts';
import { Tray } from '../tray/Tray.tsx';
import { Mark } from './BareBar.tsx';
import styles from './Frame.module.css';
import { createCommandGroups, createFinders } from './frame-commands.ts';
import { MessageBanner } from './MessageBanner.tsx';
import { PagesBanner } from './PagesBanner.tsx';
import { Rail } from './Rail.tsx';
import { focusContent } from './regions.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import topBarStyles from './TopBar.module.css';

function FailureBanner() {
  const { error, dismiss } = useFailures();
  return (
    <DismissibleError
      error={error}
      dismiss={dismiss}
      dismissLabel={t('shell.dismiss')}
      className={styles.banner}
    />
  );
}

interface BannersProps {
  readonly session: Session;
  readonly onSignIn: () => void;
}

/** Messages about the whole window, shown above the screen without covering it. */
function Banners({ session, onSignIn }: BannersProps) {
  return (
    <>
      {session.state === 'interrupted' && (
        <div className={styles.banner}>
          <ErrorNotice
            error={session.error}
            actionsAt="end"
            actions={
              <Button size="small" onPress={onSignIn}>
                {t('shell.signInAgain')}
              </Button>
            }
          />
        </div>
      )}
      <DiskFullBanner />
      <FailureBanner />
      <MessageBanner />
      <PagesBanner />
    </>
  );
}

interface TopBarProps {
  readonly profile: Profile;
  readonly companyId: string | null;
  readonly onOpenPalette: () => void;
}

function TopBar({ profile, companyId, onOpenPalette }: TopBarProps) {
  return (
    <header className={topBarStyles.topbar} data-part="topbar" data-region="bar" tabIndex={-1}>
      <Mark />
      <ProfileMenu profile={profile} companyId={companyId} />
      <AriaButton className={classNames(topBarStyles.seek)} onPress={onOpenPalette} aria-haspopup="dialog">
        <Icon name="search" />
        <span className={topBarStyles.text}>{t('shell.palette.open')}</span>
        <kbd>{formatKeys('Mod+K', platform)}</kbd>
      </AriaButton>
    </header>
  );
}

const placeholderRows = 8;

export interface FrameProps {
  readonly features: readonly Feature[];
  readonly session: Extract<Session, { state: 'signed-in' | 'interrupted' }>;
  readonly onSignIn: () => void;
}

/** Finds the handler of dropped files: the handler of the shown screen, else the first handler of any feature. */
function findFileDropHandler(
  features: readonly Feature[],
  registry: FeatureRegistry,
  route: RouteName,
): FileDropHandler | null {
  const shownHandler = registry[route]?.fileDropHandler ?? null;
  if (shownHandler !== null) return shownHandler;
  for (const feature of features) {
    const handler = registry[feature.route]?.fileDropHandler ?? null;
    if (handler !== null) return handler;
  }
  return null;
}

function WindowDrop({ features }: { readonly features: readonly Feature[] }) {
  const handler = findFileDropHandler(features, useFeatureRegistry(), useRoute());
  return <DropLayer message={handler?.text ?? t('shell.drop')} onFiles={handler?.onFiles ?? null} />;
}

interface PaletteProps extends Pick<FrameProps, 'features'> {
  readonly profileId: string;
  readonly onClose: () => void;
  readonly onOpenTray: () => void;
}

/** Collects the commands while the palette is open. */
function PaletteContent({ features, profileId, onClose, onOpenTray }: PaletteProps) {
  const registry = useFeatureRegistry();
  const canNavigate = useCanNavigate();
  const finders = useMemo(() => createFinders(features), [features]);
  const groups = createCommandGroups(
    features,
    registry,
    canNavigate,
    onOpenTray,
    useProfileCommands(profileId),
  );
  return <PaletteCommands onClose={onClose} groups={groups} finders={finders} />;
}

/** Shown when a screen is opened before its chunk was loaded. */
function ScreenPlaceholder({ title }: { readonly title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Skeleton rows={placeholderRows} />
    </>
  );
}

/** The application while a profile is signed in: top bar, rail, screen, tray and overlays. */
export function Frame({ features, session, onSignIn }: FrameProps) {
  const { profile } = session;
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [trayOpen, setTrayOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  const closePalette = () => setPaletteOpen(false);
  const isSwitching = useIsSwitching();
  const route = useRoute();
  const feature = features.find((candidate) => candidate.route === route) ?? features[0];
  useWindowEnvironment(profile.environment);
  useShortcuts(features, openPalette);
  useHelpKey(sectionOfRoute[route]);
  useEffect(() => resetProfileStores, []);
  useEffect(() => {
    document.title = feature === undefined ? t('shell.name') : `${feature.label} – ${t('shell.name')}`;
    focusContent();
  }, [feature]);
  // A menu that opened this screen restores the focus to its button, which no longer exists. The second frame comes
  // after that attempt.
  useEffect(() => {
    let frameRequest = requestAnimationFrame(() => {
      frameRequest = requestAnimationFrame(focusContent);
    });
    return () => cancelAnimationFrame(frameRequest);
  }, []);
  return (
    <div className={styles.app} inert={isSwitching}>
      <button
        type="button"
        className={classNames(buttonStyles.button, styles.skip)}
        data-part="skip"
        onClick={focusContent}
      >
        {t('shell.skip')}
      </button>
      <TopBar
        profile={profile}
        companyId={session.state === 'signed-in' ? session.companyId : null}
        onOpenPalette={openPalette}
      />
      <Rail features={features} />
      <main className={pageStyles.content} data-region="content" tabIndex={-1}>
        <Banners session={session} onSignIn={onSignIn} />
        {feature !== undefined && (
          <ScreenBoundary key={feature.route}>
            <Suspense fallback={<ScreenPlaceholder title={feature.label} />}>
              <feature.Screen />
            </Suspense>
          </ScreenBoundary>
        )}
      </main>
      <Tray features={features} session={session} open={trayOpen} onOpenChange={setTrayOpen} />
      <CommandPalette open={paletteOpen} onClose={closePalette}>
        <PaletteContent
          features={features}
          profileId={profile.id}
          onClose={closePalette}
          onOpenTray={() => setTrayOpen(true)}
        />
      </CommandPalette>
      <WindowDrop features={features} />
      {features.map((watchedFeature) => (
        <FeatureWatch key={watchedFeature.route} feature={watchedFeature} />
      ))}
    </div>
  );
}

function useProfileCommands(shownId: string): readonly Command[] {
  const { attempt } = useFailures();
  return useMenuProfiles(shownId)
    .filter(({ id }) => id !== shownId)
    .map((entry) => ({
      id: `profile ${entry.id}`,
      label: t(entry.session === 'signed-out' ? 'shell.profile.signInTo' : 'shell.profile.switchTo', {
        name: entry.name,
      }),
      icon: entry.environment === 'production' ? ('bank' as const) : ('flask' as const),
      detail: describeProfile(entry),
      run: () => leave(() => attempt(chooseProfile(entry))),
    }));
}

/** Shown on every screen but *Needs you*, whose list says the same. */
function DiskFullBanner() {
  const diskFull = useTopicPart('diskFull', (value) => value, null);
  const isListed = useRoute() === 'needsYou';
  if (diskFull === null || isListed) return null;
  return (
    <div className={styles.banner}>
      <Notice tone="danger" icon="alert" title={diskFullTitle(diskFull)}>
        {t('needsYou.disk-full.detail')}
      </Notice>
    </div>
  );
}
