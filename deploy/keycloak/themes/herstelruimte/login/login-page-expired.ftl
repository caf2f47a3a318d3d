<#import "template.ftl" as layout>
<@layout.registrationLayout; section>
  <#if section == "header">
    ${msg("pageExpiredTitle")}
  <#elseif section == "form">
    <p>${msg("pageExpiredMsg1")} <a id="loginRestartLink" href="${url.loginRestartFlowUrl}">${msg("doTryAgain")}</a></p>
    <p>${msg("pageExpiredMsg2")} <a id="loginContinueLink" href="${url.loginAction}">${msg("doContinue")}</a></p>
  </#if>
</@layout.registrationLayout>
