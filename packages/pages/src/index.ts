/**
 * Components of the custody wallet pages in hono/jsx. Their style sheet, script and font are in
 * `@custody-wallet/pages/files`.
 *
 * @module
 */

export { Badge, Method } from './components/badge.tsx'
export { Button, type ButtonLook, LinkButton, getButtonClass } from './components/button.tsx'
export { Card, EmptyState } from './components/card.tsx'
export { CodeBlock, CopyButton, CopyableText } from './components/code.tsx'
export { Checkbox, Input, type Option, Select, Textarea } from './components/controls.tsx'
export { Confirm, Dialog, DialogButton } from './components/dialog.tsx'
export { Document } from './components/document.tsx'
export { type Fact, Facts, Meter, Stats } from './components/facts.tsx'
export { type Change, Feed, type Step, Steps } from './components/feed.tsx'
export { type ControlAttributes, Field, type FieldProps, getControlAttributes } from './components/field.tsx'
export { type Drawing, LifeCycle } from './components/life-cycle.tsx'
export { Fold, Menu, MenuButton, MenuLink } from './components/menu.tsx'
export { Notice } from './components/notice.tsx'
export { type Crumb, PageHeader } from './components/page-header.tsx'
export { Brand, type NavigationEntry, type NavigationGroup, Shell } from './components/shell.tsx'
export { type Column, type Row, Table } from './components/table.tsx'
export { type Tab, type TabLink, TabLinks, Tabs } from './components/tabs.tsx'
export { Amount, formatRelativeTime, formatTime, Time } from './components/time.tsx'
export { type Tone, toneIcons } from './components/tone.ts'
export { Icon, type IconName, iconNames } from './icons.tsx'
