<#-- The frame of every page. Sections that the pages fill: header, form, info; show-username stands for who is half-way signed in. -->
<#macro registrationLayout bodyClass="" displayInfo=false displayMessage=true displayRequiredFields=false>
<!DOCTYPE html>
<html lang="${lang}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <meta name="color-scheme" content="light dark">
  <title><#nested "header"> – ${realm.displayName!}</title>
  <link rel="icon" type="image/svg+xml" href="${url.resourcesPath}/img/logo-mark.svg">
  <link rel="preload" as="font" type="font/woff2" href="${url.resourcesPath}/fonts/atkinson-next-nl.woff2" crossorigin>
  <link rel="stylesheet" href="${url.resourcesPath}/css/login.css">
  <script type="module" src="${url.resourcesPath}/js/page.js"></script>
  <script type="module" src="${url.resourcesPath}/js/window.js"></script>
  <script type="module">
    <#outputformat "JavaScript">
    import { startSessionPolling, checkAuthSession } from ${(url.resourcesPath + "/js/authChecker.js")?c};
    startSessionPolling(${url.ssoLoginInOtherTabsUrl?c});
    <#if authenticationSession??>checkAuthSession(${authenticationSession.authSessionIdHash?c});</#if>
    </#outputformat>
  </script>
  <#if scripts??><#list scripts as script>
  <script src="${script}"></script>
  </#list></#if>
</head>
<body data-page-id="login-${pageId}">
  <header class="head">
    <div class="wrap logo">
      <svg viewBox="0 0 48 48" role="img" aria-label="Logo van Herstelruimte">
        <circle cx="24" cy="24" r="10" class="logo-table"/>
        <path class="logo-line" d="M35.93 11.2A17.5 17.5 0 0 1 41.05 20.06M18.88 7.26A17.5 17.5 0 0 1 29.12 7.26M6.95 20.06A17.5 17.5 0 0 1 12.07 11.2M12.07 36.8A17.5 17.5 0 0 1 6.95 27.94M29.12 40.74A17.5 17.5 0 0 1 18.88 40.74"/>
        <path class="logo-line logo-free" d="M43.59 30.37A20.6 20.6 0 0 1 37.78 39.31"/>
      </svg>
      <span aria-hidden="true">Herstelruimte</span>
    </div>
  </header>
  <main class="wrap">
    <h1 id="kc-page-title"><#nested "header"></h1>
    <#if auth?has_content && auth.showUsername() && !auth.showResetCredentials()>
    <#nested "show-username">
    <p id="kc-username">${msg("signingInAs")} <b id="kc-attempted-username">${auth.attemptedUsername}</b>.
      <a id="reset-login" href="${url.loginRestartFlowUrl}">${msg("restartLoginTooltip")}</a></p>
    </#if>
    <#if displayMessage && message?has_content && (message.type != 'warning' || !isAppInitiatedAction??)>
    <div class="alert alert-${message.type}" role="<#if message.type == 'error'>alert<#else>status</#if>">${kcSanitize(message.summary)?no_esc}</div>
    </#if>
    <#if displayInfo>
    <div id="kc-info"><#nested "info"></div>
    </#if>
    <#nested "form">
    <#if auth?has_content && auth.showTryAnotherWayLink()>
    <form id="kc-select-try-another-way-form" action="${url.loginAction}" method="post">
      <button class="btn btn-2" id="try-another-way" name="tryAnotherWay" value="on">${msg("doTryAnotherWay")}</button>
    </form>
    </#if>
  </main>
</body>
</html>
</#macro>
