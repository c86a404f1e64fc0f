// What the route table says of a page besides its address.
import type { IconName } from '../look/icon.tsx';

export interface Navigation {
  /** `organization`: pages of one organization; `service`: pages of the whole service. */
  section: 'organization' | 'service';
  /** Its name is the text `nav.NAME` of the shell. */
  name: string;
  icon: IconName;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permission without which the page is neither offered nor shown. */
    needs?: string;
    /** Absent for a page that others lead to. */
    navigation?: Navigation;
  }
}
