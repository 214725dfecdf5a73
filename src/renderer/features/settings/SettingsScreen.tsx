import type { ComponentType } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { PageHead } from '../../components/layout/Page.tsx';
import { AboutSection } from './AboutSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { DataSection } from './DataSection.tsx';
import { FilesSection } from './FilesSection.tsx';
import { ProfilesSection } from './ProfilesSection.tsx';
import { RetentionSection } from './RetentionSection.tsx';
import styles from './Settings.module.css';
import { goToSection, parseSectionId, type SectionId, useSection, useShownSections } from './sections.ts';

const sectionComponents: Readonly<Record<SectionId, ComponentType>> = {
  profiles: ProfilesSection,
  files: FilesSection,
  appearance: AppearanceSection,
  data: DataSection,
  retention: RetentionSection,
  about: AboutSection,
};

/** The Settings screen. Every change takes effect immediately. */
export function SettingsScreen() {
  const currentSection = useSection();
  const sections = useShownSections();
  const Content = sectionComponents[currentSection];
  return (
    <>
      <PageHead title={t('settings.title')} />
      <Tabs
        className={classNames(styles.settings)}
        orientation="vertical"
        selectedKey={currentSection}
        onSelectionChange={(key) => {
          const section = parseSectionId(String(key));
          if (section !== currentSection) goToSection(section);
        }}
      >
        <TabList className={classNames(styles.list)} aria-label={t('settings.sections')}>
          {sections.map(({ id, icon }) => (
            <Tab key={id} id={id} className={classNames(styles.item)}>
              <Icon name={icon} />
              {t(`settings.section.${id}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel key={currentSection} id={currentSection} className={classNames(styles.panel)}>
          <Content />
        </TabPanel>
      </Tabs>
    </>
  );
}
