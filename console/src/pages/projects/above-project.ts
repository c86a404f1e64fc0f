// The page above a project, which its page leads back to.
import { useMay } from '../../api/access.ts';
import type shellTexts from '../../texts/shell/en.json';
import { SHELL, textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const shell = textsOf<typeof shellTexts>(SHELL);

/** The list of projects, or the home page for an owner of single projects, who may not read the list. */
export function useAboveProject(orgId: string): { to: string; name: string } {
  const home = `/orgs/${encodeURIComponent(orgId)}`;
  const mayList = useMay({ orgId })('project.read');
  return mayList ? { to: `${home}/projects`, name: t('title') } : { to: home, name: shell('nav.home') };
}
